// The HTML of a page with data, and of a form's page in a 422: server/html/routes has the rest.
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import {
  described,
  expectedHead,
  HEAD_CHANGED,
  HTML,
  pageData,
} from '../../../tests/support/expected-heads.ts'
import { siteOf } from '../../../tests/support/fixture-site.ts'

const live = supertest(await siteOf())

test('GET /kurse, a page with data and revalidate', async () => {
  const { text } = await live.get('/kurse').expect(200).expect('Content-Type', HTML)
  expect(text).toMatch(/^<!DOCTYPE html><html lang="de".*<\/html>$/s)
  expect(described(text), HEAD_CHANGED).toEqual(
    expectedHead({
      path: '/kurse',
      title: `Kurse | Müller & Söhne "D'r <Hof>"`,
      description:
        'Was wir an der Werkbank unterrichten, und wann noch ein Platz frei ist. Alle fünf Minuten von neuem gezählt.',
      heading: 'Kurse',
      script: '/assets/courses-HASH.js /assets/chunk-HASH.js',
      inBody: [pageData],
    }),
  )
})

test('POST /anfrage, a form with a mistake, is a 422 with the form’s page', async () => {
  const { text } = await live
    .post('/anfrage')
    .set('Sec-Fetch-Site', 'same-origin')
    .type('form')
    .send({ name: 'Ada', email: 'ada', message: 'Guten Tag' })
    .expect(422)
    .expect('Content-Type', HTML)
  expect(described(text), HEAD_CHANGED).toEqual(
    expectedHead({
      path: '/anfrage',
      own: [{ tag: 'meta', name: 'referrer', content: 'same-origin' }],
      title: `Ihr Vorhaben | Müller & Söhne "D'r <Hof>"`,
      description:
        'Sagen Sie uns in wenigen Worten, was wir für Sie bauen sollen. Wir antworten in zwei Werktagen.',
      heading: 'Ihr Vorhaben',
      script: '/assets/enquiry-HASH.js',
      inBody: [pageData],
    }),
  )
  const form = documentOf(text).querySelector('main form')
  expect(form?.querySelector('[name=email]')?.getAttribute('value')).toBe('ada')
  expect(form?.querySelector('#email-problem')?.textContent).toBe('Bitte prüfen Sie die Adresse.')
  expect(form?.querySelectorAll('[aria-invalid=true]')).toHaveLength(1)
})
