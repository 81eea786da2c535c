import { defineConfig } from 'vitest/config'
import { define } from './scripts/build/define.ts'
import { imagesInTests } from './scripts/build/pictures.ts'
import { leftOut } from './tests/support/left-out.ts'

// The server is tested as it runs in production, and so is React: a development build would write messages into the HTML.
export default defineConfig({
  define,
  plugins: [imagesInTests],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    globalSetup: 'tests/support/setup.ts',
    reporters: ['default', leftOut],
    // Most tests wait for a browser or a process. By itself vitest leaves one core free, so that two cores had one worker.
    maxWorkers: '100%',
    // A machine of CI may stall for seconds. What fails twice is broken.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'site',
          include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
          exclude: ['tests/components/**'],
          env: { NODE_ENV: 'production' },
          // For what never ends. A busy machine may need a minute to build.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 5_000 } },
        },
      },
      {
        extends: true,
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
