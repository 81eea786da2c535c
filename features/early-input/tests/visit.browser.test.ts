// Input from before hydration isn't lost, in four browsers.
import { expect, test } from 'vitest'
import { inEachBrowser, serveHeld } from '../../../tests/browser/support/visit.ts'

inEachBrowser(visitor => {
  const { open } = visitor

  test('replays a click on a button from before the script has loaded', async () => {
    await using site = await serveHeld()
    await open(`${site.url}/tagessaetze`)
    await visitor.click('main button')
    site.release()
    await visitor.wait(() => document.querySelector('main output')?.textContent, '11 Tage')
  })

  test('keeps text that is typed before the script has loaded', async () => {
    await using site = await serveHeld()
    await open(`${site.url}/anfrage`)
    for (const field of ['input[name=name]', 'textarea']) {
      await visitor.click(`main ${field}`)
      await visitor.press('x')
    }
    site.release()
    await visitor.hydrated()
    const typed = () =>
      [...document.querySelectorAll<HTMLInputElement>('main :is(input, textarea)')].map(({ value }) => value)
    expect(await visitor.evaluate(typed)).toEqual(['x', '', 'x'])
  })

  test.each<[string, () => unknown]>([
    ['added an element beside a field', addBesideField],
    ['changed a word', changeWord],
    ['removed an element', removeElement],
  ])(
    'keeps text that is typed while React re-renders a page in which an extension has %s',
    async (_, change) => {
      await using site = await serveHeld()
      await open(`${site.url}/anfrage`)
      await visitor.click('main textarea')
      await visitor.press('x')
      await visitor.click('main input[name=name]')
      let typed = 0
      const type = async () => {
        await visitor.press('x')
        typed++
      }
      await type()
      await visitor.evaluate(markOldField)
      await visitor.evaluate(change)
      site.release()
      while (!(await visitor.evaluate(() => 'hydrated' in document.documentElement.dataset))) await type()
      await type()
      expect(await visitor.evaluate(writtenFields)).toEqual({
        isNew: true,
        name: 'x'.repeat(typed),
        email: '',
        message: 'x',
      })
    },
  )
})

// The functions below run in the page.

const addBesideField = () => document.querySelector('main input')?.after(document.createElement('b'))
const changeWord = () => document.querySelector('h1')?.replaceChildren('Other')
const removeElement = () => document.querySelector('main label')?.parentElement?.nextElementSibling?.remove()

const markOldField = () => document.querySelector('main input')?.setAttribute('data-old', '')

function writtenFields() {
  const form = document.querySelector<HTMLFormElement>('main form')
  const isNew = document.querySelector('[data-old]') === null
  return { isNew, ...Object.fromEntries(new FormData(form ?? undefined)) }
}
