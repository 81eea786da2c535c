import { cpSync, existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissionsPolicy } from '../../../../server/respond/security-headers.ts'
import { dist, security } from '../../../../tests/support/fixture-site.ts'
import {
  HOST,
  ownPlace,
  type ProxySetup,
  replaceAll,
  startProgram,
} from '../../../../tests/support/proxies.ts'

export const hostPrograms = ['nginx', 'caddy', 'apache2'] as const

/** The pages of dist/ with a data file beside them, if a feature writes any. */
export const pagesWithData = globSync('**/*.json', { cwd: dist })
  .map(name => `/${name.replaceAll('\\', '/').replace('.json', '')}`)
  .filter(path => existsSync(join(dist, `${path}.html`)))

/** Serves a copy of the fixture's dist/ with a file of features/static-hosts/, or with the .htaccess in dist/. */
export const startHost = (program: (typeof hostPrograms)[number]) =>
  startProgram(program, place => {
    cpSync(dist, join(place.folder, 'dist'), { recursive: true })
    return configurations[program](place)
  })

const shipped = (name: string) => readFileSync(`features/static-hosts/${name}`, 'utf8')

/** The rules of features/static-hosts/README.md for addresses of an old site, in the syntax of a program. */
function rulesFor(language: 'nginx' | 'caddyfile' | 'apache'): string {
  const [, rules] = readFileSync('features/static-hosts/README.md', 'utf8').split(`\n\`\`\`${language}\n`)
  if (!rules) throw new Error(`features/static-hosts/README.md has no rules for ${language}`)
  return rules.split('```')[0] ?? ''
}

const modules = 'mpm_event authz_core mime rewrite headers filter deflate dir autoindex negotiation'.split(
  ' ',
)

/** The Permissions-Policy to replace with the site's own, as features/static-hosts/ tells an operator to. */
const ownFeatures = [
  permissionsPolicy({ sources: {}, features: {}, scripts: '' }),
  security.document['Permissions-Policy'] ?? '',
] as const

/** The file of each program, with Debian's configuration around it. */
const configurations = {
  nginx: (place: ProxySetup) =>
    replaceAll(
      `pid /run/nginx.pid; events {}\nhttp { include /etc/nginx/mime.types;\n${shipped('nginx.conf')}}`,
      [
        ...ownPlace.nginx(place),
        ['/srv/site/dist;', `${place.folder}/dist;\n${rulesFor('nginx')}`],
        ownFeatures,
      ],
    ),
  caddy: (place: ProxySetup) =>
    replaceAll(shipped('Caddyfile'), [
      ...ownPlace.caddy(place),
      ['/srv/site/dist\n', `${place.folder}/dist\n${rulesFor('caddyfile')}`],
      ownFeatures,
    ]),
  apache2: ({ folder, plain }: ProxySetup) => `Listen ${plain}
ServerName ${HOST}
ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DefaultRuntimeDir ${folder}
Mutex file:${folder}
${modules.map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
AddType application/x-gzip .gz .tgz
AddOutputFilterByType DEFLATE text/html text/javascript
DocumentRoot ${folder}/dist
${rulesFor('apache')}
<Directory ${folder}/dist>
  Options Indexes FollowSymLinks
  AllowOverride All
</Directory>`,
}
