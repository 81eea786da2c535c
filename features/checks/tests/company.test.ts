// What a build says about the facts in company.ts.
import { expect, test } from 'vitest'
import type { Company } from '../../../shared/site.ts'
import { siteToCheck } from '../../../tests/support/checked-site.ts'
import { tableOf } from '../../../tests/support/routes.ts'
import { site } from '../../../tests/support/site.tsx'
import { originProblems, placeholderProblems } from '../company.ts'

const siteWith = (company: Partial<Company>) =>
  siteToCheck(tableOf([]), { company: { ...site.company, ...company } })

test.each(['https://www.example.org', 'http://localhost:3000'])('%s is an origin', origin => {
  expect(originProblems(siteWith({ origin }))).toEqual([])
})

test.each(['https://kiln.example/', 'kiln.example'])('%s is reported, because it isn’t an origin', origin => {
  expect(originProblems(siteWith({ origin }))).toEqual([
    `origin in shared/site/company.ts is ${origin}: write an origin without a path or a default port, in lower case and punycode, such as https://www.example.com, with no slash at its end`,
  ])
})

test('a placeholder e-mail address is reported, and a real one isn’t', () => {
  expect(placeholderProblems(siteWith({ email: 'no-reply@example.com' }))).toEqual([
    'email in shared/site/company.ts is the placeholder no-reply@example.com: write the address at which people reach you',
  ])
  expect(placeholderProblems(siteWith({ email: 'post@example.computer' }))).toEqual([])
})
