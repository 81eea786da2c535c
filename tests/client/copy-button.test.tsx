// The button that copies a text to the clipboard.
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

test('copies its text and says so', async () => {
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
    where: 'if the browser refuses to copy',
    navigator: { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } },
  },
  { where: 'if the browser has no clipboard, as without TLS', navigator: {} },
])('$where', ({ navigator }) => {
  beforeEach(() => vi.stubGlobal('navigator', navigator))
  const press = async (page: ReactNode) => {
    const { container } = render(<main>{page}</main>)
    for (const element of container.querySelectorAll('*')) element.scrollIntoView = () => {}
    await act(async () => fireEvent.click(screen.getByRole('button')))
  }

  test('the copy button selects the text on the page and says so', async () => {
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

  test('the copy button says nothing when the page doesn’t show the text', async () => {
    await press(copyButton)
    expect(screen.getByRole('button').textContent).toBe(messages.copy)
  })
})

test('announces a copy to screen readers in a live region', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  await act(async () => fireEvent.click(screen.getByRole('button')))
  expect(screen.getByText(messages.copied).closest('[aria-live=polite][aria-atomic=true]')).not.toBeNull()
})

test('announces each further copy', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  const button = screen.getByRole('button')
  const texts: string[] = []
  for (let click = 0; click < 3; click++) {
    await act(async () => fireEvent.click(button))
    expect(button.textContent.trim()).toBe(messages.copied)
    expect(button.textContent).not.toBe(texts.at(-1)) // A screen reader announces only a changed text.
    texts.push(button.textContent)
  }
})

test('doesn’t say copied when a second copy is refused', async () => {
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

test('doesn’t submit a form', () => {
  expect(renderToString(copyButton)).toMatch(/^<button type="button"/)
})

test('throws an error that names <SiteContext> when rendered without it', () => {
  const needs = 'This component needs a <SiteContext> around it.'
  expect(() => renderToString(<CopyButton text="x" />)).toThrow(needs)
})
