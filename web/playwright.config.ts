import { defineConfig } from '@playwright/test'

// The real binary with captured mail answers everything: nothing is mocked. Each worker starts its own.
export default defineConfig({
  testDir: 'tests',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each waits a fifth of its time, for one person's steps: a third one uses that.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  retries: 0,
  // The longest took 32 s with others compiling beside it.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  // Five minutes is what it may take on two idle cores; a machine that is busy besides gets longer.
  globalTimeout: 480_000,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // A trace takes a picture of the page at every step, and doubles what the suite costs.
    trace: process.env['POSTRIDER_TEST_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Debian's own: a browser that a test tool downloads is not there on every machine.
    launchOptions: {
      executablePath: process.env['POSTRIDER_TEST_CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    },
  },
})
