import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// Where the binary listens that answers what the app asks; `make dev` starts it.
const server = process.env['POSTRIDER_DEV_SERVER'] ?? 'http://127.0.0.1:8080'
const passed = ['/v1', '/app/api', '/assets', '/docs', '/view', '/openapi.json']

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  base: '/app/',
  plugins: [react(), tailwind()],
  resolve: {
    // The client is taken as it stands in the repository: there is nothing to build first.
    alias: { '@': folder('./src'), 'postrider/app': folder('../sdk/src/app.ts'), postrider: folder('../sdk/src/index.ts') },
  },
  server: { port: 5173, strictPort: true, proxy: Object.fromEntries(passed.map((path) => [path, server])) },
  preview: { port: 5174, strictPort: true, proxy: Object.fromEntries(passed.map((path) => [path, server])) },
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true, reportCompressedSize: false },
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test-setup.ts'],
  },
})
