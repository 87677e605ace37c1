import type { IncomingMessage, ServerOptions } from 'node:http'

/** The option of a server that `readNoFurther` needs. */
export const READS_NO_FURTHER = {
  shouldUpgradeCallback: ({ socket }) => socket.destroyed,
} satisfies ServerOptions

/**
 * Makes a request the last one that Node makes of what it has read of an ended connection, and one that no listener gets.
 * To be called while Node makes the request, for a server with `READS_NO_FURTHER`.
 *
 * Node documents no way to stop a parser; destroying the connection does not. This relies on the property `upgrade` of a
 * request, which Node sets and reads but does not document: when a head is there Node sets it, and if it reads as true and
 * `shouldUpgradeCallback`, which is documented, agrees, the rest of what was read is no HTTP any more. Node reads it again
 * after the read, and gives the connection away if it is still true. By then the request is complete and it is false, so
 * that Node closes the answers that wait, as it does for any connection that ends.
 *
 * Tried with four versions. 24.21.0, the pinned one, does all of this. 24.9.0 and 25.9.0 stop the parser as well, but leave the
 * answers that wait open after any end of a connection. 26.10.0 goes on making requests and gives them to nobody. Versions
 * before 24.9 have no `shouldUpgradeCallback`. `read-no-further.test.ts` fails with a Node that does otherwise than the pinned.
 */
export function readNoFurther(request: IncomingMessage): void {
  Object.defineProperty(request, 'upgrade', { get: () => !request.complete, set: () => undefined })
}
