// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { SiteContext } from '../../site.ts'
import { company, messages } from '../company.ts'
import { slots } from '../layout.tsx'
import { Logo } from '../logo.tsx'
import Contact from './contact.tsx'

afterEach(cleanup)

test('the button of the contact page copies our address', async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(
    <SiteContext value={{ company, messages, Logo, slots, lang: company.lang }}>
      <Contact />
    </SiteContext>,
  )
  await act(async () => screen.getByRole('button', { name: messages.copy }).click())
  expect(writeText).toHaveBeenCalledExactlyOnceWith(company.email)
})
