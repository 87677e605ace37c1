import { userInfo } from 'node:os'
import path from 'node:path'

/** The kinds of servers behind the one that people ask. */
export const backends = ['account', 'container', 'object'] as const
export type Backend = (typeof backends)[number]

export interface SwiftPlace {
  folder: string
  ports: Record<Backend | 'proxy', number>
  region: string
  account: string
  user: string
  secret: string
}

/** The settings of a store on one disk of one machine: the names of the files, and what stands in them. */
export function settingsOfSwift(place: SwiftPlace): Record<string, string> {
  return {
    'swift.conf': sections({
      'swift-hash': { swift_hash_path_prefix: 'test', swift_hash_path_suffix: 'test' },
      'storage-policy:0': { name: 'one-copy', default: 'yes' },
    }),
    ...Object.fromEntries(backends.map(kind => [`${kind}.conf`, backendOf(kind, place)])),
    'proxy.conf': proxyOf(place),
  }
}

/** Each is one process, and runs as whoever starts it. */
const processOf = ({ folder, ports }: SwiftPlace, kind: Backend | 'proxy') => ({
  bind_ip: '127.0.0.1',
  bind_port: `${ports[kind]}`,
  workers: '0',
  user: userInfo().username,
  swift_dir: folder,
})

function backendOf(kind: Backend, place: SwiftPlace): string {
  const disk = { devices: path.join(place.folder, 'devices'), mount_check: 'false', fallocate_reserve: '0' }
  return sections({
    DEFAULT: { ...processOf(place, kind), ...disk },
    'pipeline:main': { pipeline: `${kind}-server` },
    [`app:${kind}-server`]: { use: `egg:swift#${kind}` },
  })
}

/** The S3 interface and its signatures stand before the store; the rest of the line is what these two ask for. */
function proxyOf(place: SwiftPlace): string {
  const line = ['catch_errors', 'gatekeeper', 'cache', 'listing_formats', 's3api', 'tempauth']
  const more = ['copy', 'slo', 'dlo', 'versioned_writes']
  const plain = [...line, ...more].filter(name => !['cache', 's3api', 'tempauth'].includes(name))
  return sections({
    DEFAULT: processOf(place, 'proxy'),
    'pipeline:main': { pipeline: [...line, ...more, 'proxy-server'].join(' ') },
    'app:proxy-server': {
      use: 'egg:swift#proxy',
      account_autocreate: 'true',
      // There is no other machine to turn to, so the one is asked however busy it is.
      conn_timeout: '10',
      error_suppression_limit: '100000',
    },
    // It has to be named, and need not be there: what is not kept is asked for.
    'filter:cache': { use: 'egg:swift#memcache', memcache_servers: '127.0.0.1:9' },
    'filter:s3api': { use: 'egg:swift#s3api', location: place.region },
    'filter:tempauth': { use: 'egg:swift#tempauth', [`user_${place.account}_${place.user}`]: `${place.secret} .admin` },
    ...Object.fromEntries(plain.map(name => [`filter:${name}`, { use: `egg:swift#${name}` }])),
  })
}

function sections(of: Record<string, Record<string, string>>): string {
  const texts = Object.entries(of).map(([name, values]) => {
    const lines = Object.entries(values).map(([key, value]) => `${key} = ${value}\n`)
    return `[${name}]\n${lines.join('')}`
  })
  return texts.join('\n')
}
