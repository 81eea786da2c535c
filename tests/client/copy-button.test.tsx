// The button that copies a text: what it says, and where it is shown.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SiteContext } from '../../shared/site-context.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { site } from '../support/site.tsx'

const { messages } = site
afterEach(cleanup)

const copyButton = (
  <SiteContext value={site}>
    <CopyButton text="info@example.com" />
  </SiteContext>
)

test('it copies its text, and says so', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(copyButton)
  const button = screen.getByRole('button', { name: messages.copy })
  await act(async () => fireEvent.click(button))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('info@example.com')
  expect(button.textContent).toBe(messages.copied)
})

describe.each([
  {
    where: 'where the browser refuses to copy',
    navigator: { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } },
  },
  { where: 'where the browser has no clipboard, as without TLS', navigator: {} },
])('$where', ({ navigator }) => {
  beforeEach(() => vi.stubGlobal('navigator', navigator))
  const press = async (page: ReactNode) => {
    const { container } = render(<main>{page}</main>)
    for (const element of container.querySelectorAll('*')) element.scrollIntoView = () => {}
    await act(async () => fireEvent.click(screen.getByRole('button')))
  }

  test('it selects the text in the page, and says so', async () => {
    const address = (
      <p>
        Write to{' '}
        <a href="mailto:info@example.com">
          <b>info@</b>example.com
        </a>
      </p>
    )
    await press(
      <>
        {address}
        {copyButton}
      </>,
    )
    expect(String(getSelection())).toBe('info@example.com')
    expect(screen.getByRole('button').textContent).toBe(messages.selected)
  })

  test('it says nothing where the page does not show the text', async () => {
    await press(copyButton)
    expect(screen.getByRole('button').textContent).toBe(messages.copy)
  })
})

test('a screen reader reads that the text was copied, as its words stand in a live region', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  await act(async () => fireEvent.click(screen.getByRole('button')))
  expect(screen.getByText(messages.copied).closest('[aria-live=polite][aria-atomic=true]')).not.toBeNull()
})

test('a screen reader reads it again when the text was copied again', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  const button = screen.getByRole('button')
  const texts: string[] = []
  for (let click = 0; click < 3; click++) {
    await act(async () => fireEvent.click(button))
    expect(button.textContent.trim()).toBe(messages.copied)
    expect(button.textContent).not.toBe(texts.at(-1)) // Of a text that does not change it reads nothing.
    texts.push(button.textContent)
  }
})

test('a visitor who refuses the second copy is not told that it was copied', async () => {
  const writeText = vi
    .fn(async () => {})
    .mockResolvedValueOnce()
    .mockRejectedValueOnce(new Error())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(copyButton)
  const button = screen.getByRole('button')
  for (let click = 0; click < 2; click++) await act(async () => fireEvent.click(button))
  expect(button.textContent).toBe(messages.copy)
})

test('it sends no form', () => {
  expect(renderToString(copyButton)).toMatch(/^<button type="button"/)
})

test('it says what it lacks where a test of a page renders it alone', () => {
  const needs = 'This component needs a <SiteContext> around it.'
  expect(() => renderToString(<CopyButton text="x" />)).toThrow(needs)
})
