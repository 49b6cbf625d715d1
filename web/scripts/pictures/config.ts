import { defineConfig } from '@playwright/test'
import base from '../../playwright.config'

// `npm run pictures`: every screen and state of the app, as people see it. Nothing is compared: somebody looks.
export default defineConfig(base, {
  testDir: '.',
  testMatch: '*.pictures.ts',
  outputDir: '../../test-results/pictures-run',
  timeout: 600_000,
  globalTimeout: 1_200_000,
  workers: 1,
})
