import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readEnv } from '@second-ring/api/env'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

interface Service {
  profiles?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  depends_on?: Record<string, unknown>
}

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  read('docker-compose.yml'),
  { merge: true },
)
const services = Object.entries(compose.services).filter(([, { profiles }]) => profiles?.includes('scale'))
const names = services.map(([name]) => name)

/** The hosts that a text speaks to, as `name:port`. */
function hostsIn(text: string): string[] {
  return [...text.matchAll(/(?:@|\/\/|server |^|host=)([a-z][a-z0-9-]*)(?::| port=)\d+/gm)].map(
    ([, host]) => host ?? '',
  )
}

describe('the compose profile', () => {
  it('tells the API what it has to know, and nothing that it does not', () => {
    for (const name of ['api-1', 'api-2']) {
      const { environment = {} } = compose.services[name] ?? {}
      const env = readEnv(environment)
      expect(Object.keys(environment).filter(variable => !(variable in env))).toEqual([])
      expect(env).toMatchObject({ TRUST_PROXY: ['uniquelocal'], READ_CACHE: 'on' })
    }
  })

  it('speaks to services of its own alone', () => {
    const said = services.flatMap(([, { environment = {} }]) => Object.values(environment))
    const configured = [read('lab/scale/compose/nginx.conf'), read('lab/scale/compose/pgbouncer.ini')]
    const hosts = [...said, ...configured].flatMap(text => hostsIn(`${text}`)).filter(host => host !== 'localhost')
    expect(new Set(hosts).size).toBeGreaterThan(8)
    expect(hosts.filter(host => !names.includes(host))).toEqual([])
  })

  it('mounts what is there, and waits for what it has', () => {
    for (const [, { volumes = [], depends_on = {} }] of services) {
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        expect(source.startsWith('./') ? existsSync(path.join(root, source)) : source in compose.volumes).toBe(true)
      }
      expect(Object.keys(depends_on).filter(name => !names.includes(name))).toEqual([])
    }
  })
})
