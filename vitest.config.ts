import { defineConfig } from 'vitest/config'
export default defineConfig({
  resolve: { alias: { '@': new URL('.', import.meta.url).pathname.replace(/\/$/, '') } },
  test: { include: ['{lib,app,components,scripts,bin,cli,tests}/**/*.test.{ts,tsx}'], pool: 'forks', maxWorkers: 2, testTimeout: 30_000 },
})
