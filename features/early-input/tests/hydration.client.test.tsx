// @vitest-environment node: hydrateIn() opens its own window.
// Text and presses from before hydration reach the components, wherever they are in the page.
import { type ChangeEvent, createElement, lazy, type ReactNode, Suspense, useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slots, visit } from '../../../tests/support/visit-page.ts'

vi.mock('../../../shared/site/at-hydration.ts', async () => {
  const { earlyInput } = await import('../client/at-hydration.ts')
  return { hydrationFeatures: [earlyInput] }
})

test.each(['HeaderEnd', 'Header', 'Shell', 'FooterEnd'] as const)(
  'a field of the slot %s keeps the text typed before hydration, and its component gets it',
  async slot => {
    const Search = ({ children }: { children?: ReactNode }) => {
      const [text, setText] = useState('')
      return (
        <>
          <header>
            <input id="search" value={text} onChange={({ target }) => setText(target.value)} />
            <output id="found">{text}</output>
          </header>
          {children}
        </>
      )
    }
    slots[slot] = Search
    onTestFinished(() => void delete slots[slot])
    const field = () => document.querySelector<HTMLInputElement>('#search') ?? expect.fail()
    const before = () => {
      field().value = 'mason'
    }
    let seen = {}
    const act = () => {
      seen = { value: field().value, found: document.querySelector('#found')?.textContent }
    }
    const { reported } = await visit({ component: () => null }, { before, act })
    expect({ reported, ...seen }).toEqual({ reported: [], value: 'mason', found: 'mason' })
  },
)

test('text and presses from before hydration survive in a part that hydrates later', async () => {
  const Part = () => {
    const [name, setName] = useState('')
    const [presses, setPresses] = useState(0)
    return (
      <>
        <input value={name} onChange={({ target }) => setName(target.value)} />
        <button type="button" onClick={() => setPresses(presses + 1)}>
          Press
        </button>
        <output>{`${name}, ${presses}`}</output>
      </>
    )
  }
  const { promise, resolve } = Promise.withResolvers<{ default: typeof Part }>()
  const [atOnce, later] = [lazy(async () => ({ default: Part })), lazy(() => promise)]
  const component = () => (
    <Suspense fallback="Wait">{createElement(typeof document === 'undefined' ? atOnce : later)}</Suspense>
  )
  const shown = () => document.querySelector('output')?.textContent
  const { reported } = await visit(
    { component },
    {
      before: () => {
        const field = document.querySelector('input')
        if (field) field.value = 'Ada'
        window.earlyPresses = new Set(document.querySelectorAll<HTMLElement>('main button'))
      },
      act: async () => {
        expect(shown()).toBe(', 0')
        resolve({ default: Part })
        await vi.waitFor(() => expect(shown()).toBe('Ada, 1'))
      },
    },
  )
  expect(reported).toEqual([])
})

test.each(['input', 'textarea'] as const)(
  'a letter typed into an %s during hydration is kept, and its component gets it once',
  async name => {
    const values: string[] = []
    const Field = () => {
      const [text, setText] = useState('a')
      const onChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        values.push(target.value)
        setText(target.value)
      }
      return createElement(name, { value: text, onChange })
    }
    const field = () => document.querySelector<HTMLInputElement>(`main ${name}`) ?? expect.fail()
    const during = () => {
      field().value = 'ab'
      field().dispatchEvent(new Event('input', { bubbles: true }))
    }
    let value = ''
    const act = () => {
      value = field().value
    }
    const { reported } = await visit({ component: Field }, { during, act })
    expect({ reported, value, values }).toEqual({ reported: [], value: 'ab', values: ['ab'] })
  },
)
