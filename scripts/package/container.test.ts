import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const read = (name: string) => readFileSync(path.join('container', name), 'utf8')

describe('the image', () => {
  const stages = read('Dockerfile').split(/^(?=FROM )/m)
  const last = stages.at(-1) ?? ''

  test('has no tools to build or to install with in its last stage', () => {
    expect(last).toMatch(/^FROM debian:\w+-slim$/m)
    expect(last).not.toMatch(/\b(?:npm|npx|apt-get|apt|curl|gcc|make|python3)\b/)
    const copied = [...last.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what)
    expect(copied).toEqual([
      '--from=build /app/node /usr/local/bin/node',
      '--from=build /app/node_modules /app/node_modules',
    ])
  })

  test('runs as a user without rights, and writes to its volume only', () => {
    expect(last).toMatch(/^USER 10001:10001$/m)
    expect(last).toMatch(/^VOLUME \/data$/m)
    expect(last).toMatch(/DATA_DIR=\/data HOME=\/data$/m)
    expect(last.indexOf('\nUSER')).toBeGreaterThan(last.lastIndexOf('\nRUN'))
  })

  test('says whether it is ready', () => {
    expect(last).toMatch(/^HEALTHCHECK .*\\\n {2}CMD \["node", "-e", ".*\/readyz/m)
  })

  test('starts the program that the package names', () => {
    expect(last).toContain(
      'ENTRYPOINT ["node", "/app/node_modules/palimpsest/dist/bin/palimpsest.mjs"]',
    )
  })

  test('is not built from data, or from what other machines made', () => {
    const left = read('Dockerfile.dockerignore').split('\n')
    expect(left).toEqual(expect.arrayContaining(['data', 'node_modules', '.next', '.git']))
  })
})

describe('the services', () => {
  const services = read('compose.yaml').split(/^ {2}(?=\w+:$)/m)
  const service = (name: string) => services.find((each) => each.startsWith(`${name}:`)) ?? ''

  test('only the proxy can be reached from outside', () => {
    expect(service('proxy')).toContain("ports: ['80:80', '443:443', '443:443/udp']")
    expect(service('palimpsest')).toContain('network_mode: service:proxy')
    expect(service('palimpsest') + service('database')).not.toContain('ports:')
  })

  test('the server cannot write to its image', () => {
    expect(service('palimpsest')).toContain('read_only: true')
    expect(service('palimpsest')).toContain('cap_drop: [ALL]')
  })

  test('nothing passes the proxy without a key or the password', () => {
    const site = read('Caddyfile')
    const handled = site.split(/^\thandle /m).slice(1)
    expect(handled.map((each) => each.slice(0, each.indexOf('{')).trim())).toEqual([
      '@programs',
      '@programs_of_the_sdk',
      '',
    ])
    expect(handled.at(-1)).toContain('basic_auth')
  })
})
