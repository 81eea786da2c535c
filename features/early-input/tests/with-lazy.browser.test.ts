// What is typed stays when a lazy part reloads the document, in four browsers.
import { expect, test } from 'vitest'
import { inEachBrowser, navigationType, serve } from '../../../tests/browser/support/visit.ts'

inEachBrowser(visitor => {
  test('keeps text across the reload after a click that needs a script the new release has removed', async () => {
    await using site = await serve()
    await visitor.openHydrated(`${site.url}/stimmen`)
    await visitor.click('main input')
    await visitor.press('x')
    site.lose(/voices-more/, 404)
    await visitor.click('main label + button')
    await expect.poll(site.documents).toEqual(['/stimmen', '/stimmen'])
    await visitor.wait(navigationType, 'reload')
    await visitor.hydrated()
    await visitor.wait(() => document.querySelector<HTMLInputElement>('main input')?.value, 'x')
  })
})
