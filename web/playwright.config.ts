import { defineConfig } from '@playwright/test'

// The real binary with captured mail answers everything: nothing is mocked. Each worker starts its own.
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // The longest took 32 s with others compiling beside it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  globalTimeout: 290_000,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    // Debian's own: a browser that a test tool downloads is not there on every machine.
    launchOptions: {
      executablePath: process.env['POSTRIDER_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
