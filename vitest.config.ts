import { defineConfig } from 'vitest/config'

// The server is tested as it runs in production, and so is React: a development build would write messages into the HTML.
export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    projects: [
      {
        test: {
          name: 'site',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/components/**'],
          env: { NODE_ENV: 'production' },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'components',
          include: ['tests/components/**'],
          environment: 'jsdom',
          env: { NODE_ENV: 'development' },
        },
      },
    ],
  },
})
