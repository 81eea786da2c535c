import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { find } from './needs.ts'
import { freePort, root } from './server.ts'

interface Site {
  port: number
  /** For what the program writes. */
  folder: string
  /** Where build/ and dist/ are. */
  project: string
}

/** Programs that serve files, and the least configuration around what prerender made for them. */
export const programs = {
  nginx: {
    args: (config: string, folder: string) => ['-p', folder, '-e', 'stderr', '-c', config],
    config: ({ port, folder, project }: Site) => `daemon off; worker_processes 1; pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server { listen 127.0.0.1:${port}; root ${project}/dist; include ${project}/build/hosting/nginx.conf; }
}`,
  },
  apache2: {
    args: (config: string) => ['-X', '-f', config],
    // As Debian has it: the types and compression of its own must not get in the way.
    config: ({ port, folder, project }: Site) => `Listen 127.0.0.1:${port}
ServerName localhost
ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DefaultRuntimeDir ${folder}
Mutex file:${folder}
${['mpm_event', 'authz_core', 'mime', 'rewrite', 'headers', 'filter', 'deflate', 'dir', 'negotiation']
  .map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
TypesConfig /etc/mime.types
AddType application/x-gzip .gz .tgz
AddOutputFilterByType DEFLATE text/html text/javascript
<FilesMatch "^\\.ht">
  Require all denied
</FilesMatch>
DocumentRoot ${project}/dist
<Directory ${project}/dist>
  AllowOverride All
</Directory>`,
  },
  caddy: {
    args: (config: string) => ['run', '--adapter', 'caddyfile', '--config', config],
    config: ({ port, project }: Site) => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  root * ${project}/dist
  import ${project}/build/hosting/Caddyfile
}`,
  },
}

export type Program = keyof typeof programs

/** Starts a program on a free port, to serve a project's dist/ with the configuration that prerender made. */
export async function serveDist(
  program: Program,
  project = root,
): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), `${program}-test-`))
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(config, programs[program].config({ port, folder, project }))
  const child = spawn(find(program) ?? program, programs[program].args(config, folder), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  })
  let said = ''
  child.stderr.on('data', data => {
    said += data
  })
  const exited = once(child, 'exit')
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${program} did not start: ${said}`)
    await setTimeout(20)
  }
  const close = async () => {
    child.kill()
    await exited
    rmSync(folder, { recursive: true })
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

const accepts = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
