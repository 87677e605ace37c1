import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import proxyAddr, { compile } from '@fastify/proxy-addr'
import { networkOf } from '#platform/network-of.ts'
import { endWithError } from './rest/connection-errors.ts'

interface Connection {
  socket: Socket
  /** Whether a trusted proxy has opened it. */
  isProxied: boolean
  /** Whose it is; null of a proxy's that brings no request. */
  address: Address | null
  /** The last request on it; null before the first. */
  request: IncomingMessage | null
  /** The answers that the client has not taken as a whole. */
  open: Set<ServerResponse>
  /** When it, its last request or its rest after the last answer began. */
  since: number
  /** From when on it was seen with bytes that the client has not taken. */
  unreadSince: number
}

/** The connections of one address. */
interface Address {
  name: string
  connections: Set<Connection>
  /** When they were last looked at. */
  lookedAt: number
}

/** How much one address may have open at a time. */
export interface ConnectionLimits {
  /** Connections on which no whole request has come. */
  unfinished: number
  /** Connections that rest after an answer. */
  idle: number
  all: number
  /** Requests of one connection that are not answered yet: browsers send one, and wait. */
  unanswered: number
  /** What clients have asked for and do not take, in bytes. One answer may be larger. */
  unreadBytes: number
}

const MIB = 1024 * 1024
const LIMITS: ConnectionLimits = { unfinished: 50, idle: 200, all: 1000, unanswered: 8, unreadBytes: 16 * MIB }
/** Younger ones are spared, for many requests of one address may come at once. */
const SPARED_MS = 1000
/** A client may just be sending the next request. */
const IDLE_SPARED_MS = 5000
/** From so many times the bytes on nobody is spared. */
const FLOOD = 4
const LOOK_EVERY_MS = 1000
/** What comes from an address causes a look at it so often at most. */
const LOOK_AGAIN_MS = 100

interface BoundConnections {
  /** Proxies, which bring many people over few addresses: their requests count for the clients that they name. */
  trustedProxies: string[]
  limits?: Partial<ConnectionLimits>
}

/**
 * Bounds what one address may have open. Looks when a connection or a request comes, and each second; what has waited
 * longest ends first. A connection with too many requests at once ends before they are worked on: `bounded-message` makes
 * no further ones of a connection that has ended.
 */
export function boundConnections(server: Server, { trustedProxies, limits: given }: BoundConnections): void {
  const limits = { ...LIMITS, ...given }
  const isTrusted = compile(trustedProxies)
  const addresses = new Map<string, Address>()
  const connections = new WeakMap<Socket, Connection>()

  function join(connection: Connection, name: string): Address {
    leave(connection)
    const address = addresses.get(name) ?? { name, connections: new Set(), lookedAt: Number.NEGATIVE_INFINITY }
    addresses.set(name, address)
    address.connections.add(connection)
    connection.address = address
    return address
  }

  function leave(connection: Connection): void {
    const { address } = connection
    connection.address = null
    if (!address?.connections.delete(connection) || address.connections.size > 0) return
    if (addresses.get(address.name) === address) addresses.delete(address.name)
  }

  function lookAgain(address: Address): boolean {
    if (performance.now() - address.lookedAt < LOOK_AGAIN_MS) return false
    look(address, limits)
    return true
  }

  server.on('connection', (socket: Socket) => {
    // Node remembers an address that was asked for, also when the connection has ended.
    const { remoteAddress } = socket
    if (remoteAddress === undefined) return void socket.destroy()
    const isProxied = isTrusted(remoteAddress, 0)
    const connection = begin(socket, isProxied)
    connections.set(socket, connection)
    socket.once('close', () => leave(connection))
    if (isProxied) return
    const address = join(connection, networkOf(remoteAddress))
    if (!lookAgain(address) && address.connections.size > limits.all) socket.destroy()
  })

  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (!connection || request.socket.destroyed) return
    const { open, isProxied } = connection
    Object.assign(connection, { request, since: performance.now() })
    open.add(response)
    response.once('close', () => {
      open.delete(response)
      connection.since = performance.now()
      if (isProxied && open.size === 0) leave(connection)
    })
    // No proxy sends the next request before it has the answer, either.
    if (open.size > limits.unanswered) return void request.socket.destroy()
    if (isProxied) join(connection, networkOf(proxyAddr(request, isTrusted)))
    if (connection.address) lookAgain(connection.address)
  })

  const looking = setInterval(() => {
    for (const address of addresses.values()) look(address, limits)
  }, LOOK_EVERY_MS)
  looking.unref()
  server.once('close', () => clearInterval(looking))
}

function begin(socket: Socket, isProxied: boolean): Connection {
  const since = performance.now()
  return { socket, isProxied, address: null, request: null, open: new Set(), since, unreadSince: since }
}

/** Ends what an address has open beyond the limits. */
function look(address: Address, limits: ConnectionLimits): void {
  const now = performance.now()
  address.lookedAt = now
  const those = [...address.connections].filter(({ socket }) => !socket.destroyed)
  boundUnread(those, limits, now)
  if (those.length <= limits.unfinished) return
  const byAge = those.sort((a, b) => a.since - b.since)
  const unfinished = byAge.filter(isUnfinished)
  const idle = byAge.filter(isIdle)
  endOldest(unfinished, { most: limits.unfinished, before: now - SPARED_MS })
  endOldest(idle, { most: limits.idle, before: now - IDLE_SPARED_MS })
  const all = new Set([...idle, ...unfinished, ...byAge.toReversed()].filter(({ socket }) => !socket.destroyed))
  for (const connection of [...all].slice(0, Math.max(0, all.size - limits.all))) end(connection)
}

/** Whether a request on it has not come as a whole. */
function isUnfinished({ request }: Connection): boolean {
  return !request?.complete
}

function isIdle(connection: Connection): boolean {
  return !isUnfinished(connection) && connection.open.size === 0
}

function endOldest(byAge: Connection[], { most, before }: { most: number; before: number }): void {
  const beyond = byAge.slice(0, Math.max(0, byAge.length - most))
  for (const connection of beyond) if (connection.since < before) end(connection)
}

/** Ends those that have not read for longest, until the rest is few enough. One answer alone may be as large as it is. */
function boundUnread(those: Connection[], { unreadBytes }: ConnectionLimits, now: number): void {
  const waiting: { connection: Connection; bytes: number; since: number }[] = []
  for (const connection of those) {
    const bytes = unreadOf(connection)
    if (bytes === 0) connection.unreadSince = now
    else waiting.push({ connection, bytes, since: connection.unreadSince })
  }
  let total = waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  if (total <= unreadBytes) return
  const spared = total > FLOOD * unreadBytes ? now : now - SPARED_MS
  const byWait = waiting.sort((a, b) => a.since - b.since)
  for (const [index, { connection, bytes, since }] of byWait.entries()) {
    const isOnlyAnswer = index === byWait.length - 1 && connection.open.size <= 1
    if (total <= unreadBytes || isOnlyAnswer || since > spared) return
    total -= bytes
    end(connection)
  }
}

/** What was written to a client and waits in this process: that of the answer being sent, and of those behind it. */
function unreadOf({ socket, open }: Connection): number {
  let bytes = socket.writableLength
  for (const response of open) if (response.socket === null) bytes += response.writableLength
  return bytes
}

/** A proxy is answered while it can be: it would take a connection that is cut off for a server that is down. */
function end({ socket, isProxied, open }: Connection): void {
  const begun = [...open].find(response => response.headersSent) ?? null
  if (isProxied) endWithError('ERR_HTTP_REQUEST_TIMEOUT', socket, begun)
  else socket.destroy()
}
