// The button that copies a text to the clipboard.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
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

test.each([
  {
    where: 'the browser refuses to copy',
    navigator: { clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) } },
  },
  { where: 'the browser has no clipboard, as without TLS', navigator: {} },
])('selects the text on the page and says so if $where', async ({ navigator }) => {
  vi.stubGlobal('navigator', navigator)
  const { container } = render(
    <main>
      <p>
        Write to{' '}
        <a href="mailto:info@example.com">
          <b>info@</b>example.com
        </a>
      </p>
      {copyButton}
    </main>,
  )
  for (const element of container.querySelectorAll('*')) element.scrollIntoView = () => {}
  await act(async () => fireEvent.click(screen.getByRole('button')))
  expect(String(getSelection())).toBe('info@example.com')
  expect(screen.getByRole('button').textContent).toBe(messages.selected)
})

test('announces every copy to screen readers in a live region', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  const button = screen.getByRole('button')
  const texts: string[] = []
  for (let click = 0; click < 3; click++) {
    await act(async () => fireEvent.click(button))
    expect(button.querySelector('[aria-live=polite][aria-atomic=true]')?.textContent.trim()).toBe(
      messages.copied,
    )
    expect(button.textContent).not.toBe(texts.at(-1)) // A screen reader announces only a changed text.
    texts.push(button.textContent)
  }
})

test('no longer says copied after a refused copy of a text that the page doesn’t show', async () => {
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
