import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import { UserError } from '../../server/errors.ts'

const file = 'shared/site/styles/tokens.css'

/** So old that Lightning CSS writes every colour as #rrggbb, and light-dark() as two variables. */
export const targets = { chrome: 80 << 16 }

export type Tokens = (name: string, scheme?: 'light' | 'dark') => string

/** Reads shared/site/styles/tokens.css, for what is drawn outside of the pages: icons and link previews. */
export function readTokens(): Tokens {
  const css = readFileSync(join(import.meta.dirname, '../..', file))
  const code = transform({ filename: file, code: css, targets }).code.toString()
  return (name, scheme = 'light') => {
    // The first declaration counts: those that follow are for screens with more colours or contrast.
    const [, value = ''] = new RegExp(`--${name}:\\s*([^;]+);`).exec(code) ?? []
    const [, light = value, dark = value] =
      /^var\(--lightningcss-light, (.+)\) var\(--lightningcss-dark, (.+)\)$/.exec(value) ?? []
    if (!value) throw new UserError(`${file}: --${name} is missing, which icons and link previews need.`)
    return scheme === 'light' ? light : dark
  }
}
