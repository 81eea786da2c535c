// .ci/image, with which hosted CI tries the image, run by bash. Docker and curl are stubs: what they say of the image is ours.
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../support/folders.ts'
import { leaveOut } from '../support/needs.ts'
import { runWithStubs } from '../support/stub-programs.ts'

const docker = `
case $1 in
  run) case "$*" in *SERVE=live*) echo of-live ;; *SERVE=static*) echo of-static ;; esac ;;
  port) [ "$2" = of-live ] && echo 127.0.0.1:4001 || echo 127.0.0.1:4002 ;;
  cp) echo "\${LICENCES:-the MIT licence}" ;;
  inspect) [ "$2 $3" = '--format {{.State.ExitCode}}' ] || exit 2
    [ "$4" = of-live ] && echo "\${LIVE_ENDS_WITH:-0}" || echo "\${STATIC_ENDS_WITH:-0}" ;;
  logs) echo "the log $2" ;;
  stop | rm) echo "$*" ;;
esac`
// curl ends with 22 where a status is an error and --fail is given, and says why if it may.
const curl = `
status=200
url=\${!#}
[ "$url" = http://127.0.0.1:4001/readyz ] && status=\${LIVE_READY:-200}
[ "$url" = http://127.0.0.1:4002/readyz ] && status=\${STATIC_READY:-200}
[[ $url = */ ]] && status=\${HOME_PAGE:-200}
[[ $* = *--silent* ]] || echo 'a bar that grows' >&2
[[ $url = */no-such-page ]] && status=\${NOT_FOUND:-404}
[[ $* = *http_code* ]] && { [[ $* = *'--output /dev/null'* ]] || printf '<html>'; printf "$status"; exit; }
if [ "$status" != 200 ] && [[ $* = *--fail* ]]; then
  [[ $* = *--silent* && $* != *--show-error* ]] || echo "curl: the status is $status" >&2
  exit 22
fi
[[ $url = */readyz ]] && echo ready
[[ $url = */ ]] && echo "<html><link rel=\\"canonical\\" href=\\"\${CANONICAL:-https://a.example/}\\"/>"
[[ $url != */ ]] || exit "\${HOME_PAGE_ENDS_WITH:-0}"`

const tryImage = (env: Record<string, string> = {}, args = ['site:ci', 'https://a.example']) =>
  runWithStubs(root, '.ci/image', {
    args,
    programs: { docker, curl },
    env,
  })

describe('an image is tried in CI', leaveOut(process.platform === 'win32', 'Windows has no bash'), () => {
  let usual: Awaited<ReturnType<typeof tryImage>>
  beforeAll(async () => {
    usual = await tryImage()
  })

  test('live and static, with the limits of compose', () => {
    const { calls } = usual
    const limits =
      '--read-only --cap-drop ALL --security-opt no-new-privileges --pids-limit 64 --memory 512m --publish 127.0.0.1::3000'
    expect(calls.filter(call => call.startsWith('docker run'))).toEqual([
      `docker run --detach ${limits} --env SERVE=live site:ci`,
      `docker run --detach ${limits} --env SERVE=static site:ci`,
    ])
  })

  test('and passes where it is ready, has its origin, a 404 and its licences, and ends with 0 at SIGTERM', () => {
    const { code, lines, stderr } = usual
    expect({ code, lines, stderr }).toEqual({
      code: 0,
      stderr: '',
      lines: [
        'live: site:ci answers for https://a.example and ends with 0',
        'static: site:ci answers for https://a.example and ends with 0',
      ],
    })
  })

  test('by requests to the port that Docker has given it, by its files, and by docker stop', () => {
    const { calls } = usual
    expect(calls.slice(0, 9)).toEqual([
      expect.stringMatching(/^docker run .* SERVE=live/),
      'docker port of-live 3000',
      expect.stringMatching(
        / --retry 20 --retry-delay 1 --retry-all-errors http:\/\/127\.0\.0\.1:4001\/readyz$/,
      ),
      expect.stringMatching(/ http:\/\/127\.0\.0\.1:4001\/$/),
      expect.stringMatching(/ http:\/\/127\.0\.0\.1:4001\/no-such-page$/),
      'docker cp of-live:/site/build/licences.txt -',
      'docker stop of-live',
      'docker inspect --format {{.State.ExitCode}} of-live',
      'docker rm of-live',
    ])
    expect(calls.at(-1)).toBe('docker rm of-static')
  })

  test.each([
    { what: 'is never ready', env: { LIVE_READY: '503' }, container: 'of-live' },
    { what: 'is never ready with SERVE=static', env: { STATIC_READY: '503' }, container: 'of-static' },
    { what: 'is built for another origin', env: { CANONICAL: 'https://b.example/' }, container: 'of-live' },
    {
      what: 'is built for a longer origin',
      env: { CANONICAL: 'https://a.example.org/' },
      container: 'of-live',
    },
    {
      what: 'is built for an origin with another letter in place of the dot',
      env: { CANONICAL: 'https://a-example/' },
      container: 'of-live',
    },
    { what: 'has a home page for every path', env: { NOT_FOUND: '200' }, container: 'of-live' },
    { what: 'has no 404 but a 500', env: { NOT_FOUND: '500' }, container: 'of-live' },
    { what: 'breaks off its home page', env: { HOME_PAGE_ENDS_WITH: '18' }, container: 'of-live' },
    { what: 'has no licences', env: { LICENCES: 'none' }, container: 'of-live' },
    { what: 'has not the licence of React', env: { LICENCES: 'Mozilla' }, container: 'of-live' },
  ])('and fails where it $what: CI shows its log, and removes its container', async ({ env, container }) => {
    const { code, lines, calls } = await tryImage(env)
    expect({ failed: code !== 0, log: lines.includes(`the log ${container}`), last: calls.at(-1) }).toEqual({
      failed: true,
      log: true,
      last: `docker rm --force ${container}`,
    })
  })

  test('but not without an origin', async () => {
    const { code, calls } = await tryImage({}, ['site:ci'])
    expect({ failed: code !== 0, calls }).toEqual({ failed: true, calls: [''] })
  })

  test.each([
    { what: 'its readiness', env: { LIVE_READY: '503' }, says: 'curl: the status is 503' },
    { what: 'its home page', env: { HOME_PAGE: '500' }, says: 'curl: the status is 500' },
  ])('and CI says why it could not have $what', async ({ env, says }) => {
    const { code, stderr } = await tryImage(env)
    expect({ failed: code !== 0, stderr: stderr.trim() }).toEqual({ failed: true, stderr: says })
  })

  test.each([
    { says: 'live: SIGTERM ended it with 1', env: { LIVE_ENDS_WITH: '1' }, container: 'of-live' },
    { says: 'live: SIGTERM ended it with 137', env: { LIVE_ENDS_WITH: '137' }, container: 'of-live' },
    { says: 'static: SIGTERM ended it with 1', env: { STATIC_ENDS_WITH: '1' }, container: 'of-static' },
  ])(
    'and fails where it ends with an error or is killed: CI says "$says"',
    async ({ says, env, container }) => {
      const { code, lines, calls } = await tryImage(env)
      expect({ failed: code !== 0, end: lines.slice(-2), last: calls.at(-1) }).toEqual({
        failed: true,
        end: [says, `the log ${container}`],
        last: `docker rm --force ${container}`,
      })
    },
  )
})
