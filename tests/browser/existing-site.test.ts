// A small site from shadcn and Next.js, migrated as docs/recipes/existing-site.md says: built, in a browser, in development.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addFixture,
  copyProject,
  editFile,
  linkPackages,
  runNode,
  runScript,
} from '../support/copy-project.ts'
import { documentedCode } from '../support/documented-code.ts'
import { root } from '../support/folders.ts'
import { start } from '../support/process.ts'
import { needsDev, runDev } from '../support/run-dev.ts'
import { needsPackaged } from './support/carried.ts'
import { desk, newPage } from './support/open-page.ts'

const PATH = '/ueber-uns/team'
const GLOBALS = 'shared/site/styles/globals.css'

/** The original files of the site, as its team wrote them. */
const brought = {
  [GLOBALS]: `@import 'tailwindcss';

@custom-variant dark (&:is(.dark *));

@theme inline {
  --color-background: var(--background);
  --color-foreground: var(--foreground);
  --color-accent: var(--accent);
  --color-muted-foreground: var(--muted);
  --color-border: var(--border);
  --radius-lg: var(--radius);
}

:root {
  --background: #ffffff;
  --foreground: #101010;
  --accent: #e0e7ff;
  --muted: #555555;
  --border: #dddddd;
  --radius: 0.625rem;
}

.dark {
  --background: #000000;
  --foreground: #fafafa;
  --accent: #312e81;
}

@layer base {
  * {
    @apply border-border;
  }
  body {
    @apply bg-background text-foreground;
  }
}

@layer components {
  .panel {
    @apply rounded-lg border p-6;
  }
}
`,
  'shared/site/lib/utils.ts':
    "export const cn = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ')\n",
  'shared/site/components/ui/button.tsx': `import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

export function Button({ className, ...props }: ComponentProps<'button'>) {
  return <button className={cn('rounded-lg bg-accent/50 px-4 py-2 text-muted-foreground', className)} {...props} />
}
`,
  'shared/site/components/hero.css': `.hero-glow {
  filter: blur(1rem);
}
`,
  'shared/site/components/badge.module.css': `@reference '../styles/globals.css';

.badge {
  @apply mt-8;
}
`,
}
const PAGE = `import { toast } from 'sonner'
import styles from '@/components/badge.module.css'
import { ModeToggle } from '@/components/mode-toggle'
import { Button } from '@/components/ui/button'
import portrait from '@/pages/werkstatt.jpg'
import '@/components/hero.css'
import { Picture } from '../../ui/picture.tsx'

export default function Team() {
  return (
    <>
      <section className="relative isolate overflow-hidden py-20" data-testid="section">
        <div className="hero-glow absolute inset-0 -z-10" />
        <h1 className="text-4xl font-semibold tracking-tight">Team</h1>
        <p className={styles.badge}>Six of us</p>
        <Picture src={portrait} alt="Anna" className="size-24 rounded-full object-cover" loading="eager" />
        <ul><li>One</li></ul>
      </section>
      <div className="mx-auto max-w-6xl panel" data-testid="card">
        <ModeToggle />
        <Button onClick={() => toast('Saved')}>Save</Button>
      </div>
    </>
  )
}
`

const folder = copyProject({ withTests: true })
addFixture(folder)
// These two stylesheets of the fixture depend on the transformStyle that tailwind.md replaces.
for (const name of ['prices.css', 'prices.module.css'])
  editFile(folder, `shared/site/pages/${name}`, '(--breit)', '(min-width: 45em)')
const documented = [...documentedCode('tailwind'), ...documentedCode('existing-site')].filter(
  ({ file }) => file !== 'shared/site/tailwind.css',
)
const written: Record<string, string> = { ...brought, 'shared/site/pages/team.tsx': PAGE }
for (const { file, code } of documented) written[file] = code
for (const [file, text] of Object.entries(written)) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
linkPackages(folder)
// The manual steps of the recipe.
editFile(folder, GLOBALS, "@import 'tailwindcss';\n", "@import 'tailwindcss';\n@source '../';\n")
editFile(folder, GLOBALS, /$/, ':root { color-scheme: light; }\n.dark { color-scheme: dark; }\n')
editFile(folder, 'shared/site/layout.tsx', /^/, "import { Toaster } from 'sonner'\n")
editFile(
  folder,
  'shared/site/layout.tsx',
  'slots: Slots = {',
  'slots: Slots = { Shell: ({ children }) => <>{children}<Toaster /></>,',
)
editFile(folder, 'server/site/policy.ts', 'sources: {', `sources: { 'style-src-elem': ["'unsafe-inline'"],`)
editFile(folder, 'server/site/policy.ts', /scripts: .*/, `scripts: '<script src="/theme.js"></script>',`)

describe('a site with shadcn and Tailwind, migrated by the recipe,', needsPackaged(), () => {
  let url: string
  beforeAll(async () => {
    const { code, output } = await runScript(folder, 'scripts/build.ts')
    expect(code, output).toBe(0)
    url = (await start(folder)).url
  })

  async function open(options: BrowserContextOptions, site = url) {
    const { page, errors } = await newPage('@sparticuz/chromium', options)
    await page.goto(site + PATH)
    await page.locator('html[data-hydrated]').waitFor()
    return { page, errors }
  }
  const styleOf = (page: Page, selector: string, ...names: string[]) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, wanted) => {
        const style = getComputedStyle(element)
        return Object.fromEntries(wanted.map(name => [name, style.getPropertyValue(name)]))
      }, names)

  test('gets the styles of its classes and of Preflight, across the full width of the window', async () => {
    const { page, errors } = await open({ viewport: desk, colorScheme: 'light' })
    const look = {
      section: await styleOf(page, '[data-testid=section]', 'width', 'padding-top'),
      body: await styleOf(page, 'body', 'background-color', 'color', 'word-spacing', 'display'),
      heading: await styleOf(page, 'h1', 'font-size', 'margin-left'),
      badge: await styleOf(page, 'p', 'margin-top'),
      glow: await styleOf(page, '.hero-glow', 'filter', 'z-index'),
      picture: await styleOf(page, 'main img', 'width', 'height', 'object-fit'),
      list: await styleOf(page, 'main ul', 'list-style-type', 'padding-left'),
      card: await styleOf(page, '[data-testid=card]', 'max-width', 'border-top-color', 'border-radius'),
      button: await styleOf(page, 'main button:not(.theme-switch)', 'color', 'border-radius'),
    }
    expect(look).toEqual({
      section: { width: `${desk.width}px`, 'padding-top': '80px' },
      body: {
        'background-color': 'rgb(255, 255, 255)',
        color: 'rgb(16, 16, 16)',
        'word-spacing': '0px',
        display: 'block',
      },
      heading: { 'font-size': '36px', 'margin-left': '0px' },
      badge: { 'margin-top': '32px' },
      glow: { filter: 'blur(16px)', 'z-index': '-10' },
      picture: { width: '96px', height: '96px', 'object-fit': 'cover' },
      list: { 'list-style-type': 'none', 'padding-left': '0px' },
      card: { 'max-width': '1152px', 'border-top-color': 'rgb(221, 221, 221)', 'border-radius': '10px' },
      button: { color: 'rgb(85, 85, 85)', 'border-radius': '10px' },
    })
    expect(errors).toEqual([])
  })

  test('follows the colour scheme of the system, and its theme button', async () => {
    const { page, errors } = await open({ viewport: desk, colorScheme: 'dark' })
    const look = async () => ({
      ...(await styleOf(page, 'body', 'background-color')),
      ...(await styleOf(page, 'html', 'color-scheme')),
      icon: await page.locator('.theme-switch span:visible').textContent(),
    })
    const dark = { 'background-color': 'rgb(0, 0, 0)', 'color-scheme': 'dark', icon: '☾' }
    const light = { 'background-color': 'rgb(255, 255, 255)', 'color-scheme': 'light', icon: '☀' }
    expect(await look()).toEqual(dark)
    await page.locator('.theme-switch').click()
    expect(await look()).toEqual(light)
    await page.reload()
    expect(await look()).toEqual(light)
    expect(errors).toEqual([])
  })

  test('shows a styled toast of sonner', async () => {
    const { page, errors } = await open({ viewport: desk })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    expect(await styleOf(page, '[data-sonner-toaster]', 'position')).toEqual({ position: 'fixed' })
    expect(errors).toEqual([])
  })

  test('passes the compiler and the linter', () => {
    const run = (command: string, ...args: string[]) => {
      const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', command), ...args], {
        cwd: folder,
        encoding: 'utf8',
      })
      return stdout + stderr
    }
    const files = ['server/site/styles.ts', 'shared/site/pages/team.tsx', 'shared/files.d.ts']
    const types = JSON.stringify({ extends: './tsconfig.json', include: [], files })
    writeFileSync(join(folder, 'types.json'), types)
    expect(run('typescript/bin/tsc', '-p', 'types.json')).toBe('')
    const lint = ['lint', '--vcs-enabled=false', '--diagnostic-level=error', 'shared/site', 'server/site']
    expect(run('@biomejs/biome/bin/biome', ...lint)).toMatch(/^Checked \d+ files.*No fixes applied\.$/m)
  })

  test('passes the hydration test of its site', async () => {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const args = [vitest, 'run', '--project', 'site', 'hydration', '--testNamePattern', 'team']
    const { code, output } = await runNode(folder, args)
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests .*\d passed/)
  })

  test('shows edits of files imported with @/ in development', needsDev(), async () => {
    const dev = await runDev(folder)
    const { page, errors } = await open({ viewport: desk }, dev.url)
    const button = page.getByRole('button', { name: 'Save' })
    const paddingOf = () => button.evaluate(element => getComputedStyle(element).paddingLeft)
    expect(await paddingOf()).toBe('16px')
    const undo = [editFile(folder, 'shared/site/components/ui/button.tsx', 'px-4', 'px-12')]
    await expect.poll(paddingOf).toBe('48px')
    undo.push(editFile(folder, 'shared/site/components/hero.css', '1rem', '2rem'))
    await expect.poll(async () => (await styleOf(page, '.hero-glow', 'filter')).filter).toBe('blur(32px)')
    undo.push(editFile(folder, GLOBALS, '--accent: #e0e7ff', '--accent: #123456'))
    await expect.poll(async () => await styleOf(page, 'html', '--accent')).toEqual({ '--accent': '#123456' })
    for (const back of undo) back()
    expect(errors).toEqual([])
  })
})
