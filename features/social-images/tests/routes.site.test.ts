// What a link to each page of your site shows in a messenger: its texts, and an image that exists.
import supertest from 'supertest'
import { beforeAll, describe, expect, test } from 'vitest'
import { documentOf } from '../../../tests/support/document-of.ts'
import { addresses, facts, origin, siteOf } from '../../../tests/support/own-site.ts'

const live = supertest(await siteOf())

describe.each(addresses)('GET $path', ({ path, route: { id, isDynamic, image } }) => {
  let document: Document
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content')
  const property = (name: string) => content(`meta[property="og:${name}"]`)
  beforeAll(async () => {
    document = documentOf((await live.get(path).expect(200)).text)
  })

  test('has Open Graph tags with the texts of the page and an image', () => {
    // The route or the data of the page may set the image.
    const hasOwnPicture = image !== undefined || isDynamic
    expect({
      title: property('title'),
      description: property('description'),
      url: property('url'),
      site: property('site_name'),
      image: property('image'),
      type: property('image:type'),
      alt: property('image:alt'),
      card: content('meta[name="twitter:card"]'),
    }).toEqual({
      title: document.title,
      description: content('meta[name=description]'),
      url: document.querySelector('link[rel=canonical]')?.getAttribute('href'),
      site: facts.company.name,
      image: hasOwnPicture ? expect.stringMatching(/^https?:/) : `${origin}/og/${id}.png`,
      type: hasOwnPicture ? property('image:type') : 'image/png',
      alt: expect.stringMatching(/./),
      card: 'summary_large_image',
    })
  })

  test('serves that image in the size that the tags say', async ({ skip }) => {
    const picture = new URL(property('image') ?? '')
    skip(picture.origin !== origin, 'its picture is elsewhere')
    const { body, type } = await live
      .get(picture.pathname)
      .expect(200)
      .expect('Content-Type', /^image\//)
    skip(type !== 'image/png' || !property('image:width'), 'it names no size of a PNG')
    // https://www.w3.org/TR/png-3/#11IHDR
    expect({ width: property('image:width'), height: property('image:height') }).toEqual({
      width: `${body.readUInt32BE(16)}`,
      height: `${body.readUInt32BE(20)}`,
    })
  })
})
