import { redirectsOf } from '../../../server/paths.ts'
import { type HostedSite, hidden, notice } from './rules.ts'

/** A function for CloudFront, whose buckets know neither redirects nor names without extension. */
export const cloudfront = ({ table, ownHtml }: HostedSite) => `// ${notice}
// A CloudFront function (cloudfront-js-2.0) for viewer requests, in front of a bucket with the files of dist/.
const pages = ${JSON.stringify(table.rows.map(({ path }) => path))}
const redirects = ${JSON.stringify(Object.fromEntries(redirectsOf(table)))}

function handler(event) {
  const request = event.request
  const canonical = request.uri.toLowerCase().replace(/\\/+/g, '/').replace(/(.)\\/$/, '$1')
  const target = redirects[canonical] || request.uri
  if (target !== request.uri) {
    const query = Object.keys(request.querystring).map(name => name + '=' + request.querystring[name].value)
    const location = query.length > 0 ? target + '?' + query.join('&') : target
    return { statusCode: 308, statusDescription: 'Permanent Redirect', headers: { location: { value: location } } }
  }
  if (request.uri === '/') request.uri = '/index.html'
  else if (pages.includes(request.uri)) request.uri += '.html'
  else if (${JSON.stringify(ownHtml)}.includes(request.uri)) return request
  else if (/${hidden.replaceAll('/', '\\/')}/.test(request.uri)) request.uri = '/404'
  return request
}
`
