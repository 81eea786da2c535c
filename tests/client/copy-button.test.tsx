// The button that copies a text: what it says, and where it is shown.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { OwnerContext } from '../../shared/owner-context.ts'
import { CopyButton } from '../../shared/ui/copy-button.tsx'
import { owner } from '../support/owner.tsx'

const { labels } = owner
afterEach(cleanup)

const copyButton = (
  <OwnerContext value={owner}>
    <CopyButton text="info@example.com" />
  </OwnerContext>
)

test.each([
  { what: 'copies its text, and says so', result: () => Promise.resolve(), label: labels.copied },
  {
    what: 'says nothing where the visitor has refused it',
    result: () => Promise.reject(new Error()),
    label: labels.copy,
  },
])('it $what', async ({ result, label }) => {
  const writeText = vi.fn(result)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(copyButton)
  const button = screen.getByRole('button', { name: labels.copy })
  await act(async () => fireEvent.click(button))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('info@example.com')
  expect(button.textContent).toBe(label)
})

test('it is not shown where the browser offers no clipboard, as without TLS, and React does not complain', () => {
  vi.stubGlobal('navigator', {})
  document.body.innerHTML = `<div id="root">${renderToString(copyButton)}</div>`
  expect(screen.queryByRole('button')).not.toBeNull() // The server cannot know.
  const problems = vi.spyOn(console, 'error')
  render(copyButton, { container: document.getElementById('root') ?? document.body, hydrate: true })
  expect(screen.queryByRole('button')).toBeNull()
  expect(problems).not.toHaveBeenCalled()
})

test('a screen reader reads that the text was copied, as its words stand in a live region', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  await act(async () => fireEvent.click(screen.getByRole('button')))
  expect(screen.getByText(labels.copied).closest('[aria-live=polite][aria-atomic=true]')).not.toBeNull()
})

test('a screen reader reads it again when the text was copied again', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  render(copyButton)
  const button = screen.getByRole('button')
  const texts: string[] = []
  for (let click = 0; click < 3; click++) {
    await act(async () => fireEvent.click(button))
    expect(button.textContent.trim()).toBe(labels.copied)
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
  expect(button.textContent).toBe(labels.copy)
})

test('it sends no form', () => {
  expect(renderToString(copyButton)).toMatch(/^<button type="button"/)
})

test('it says what it lacks where a test of a page renders it alone', () => {
  const needs = 'this component needs an <OwnerContext> around it'
  expect(() => renderToString(<CopyButton text="x" />)).toThrow(needs)
})
