/** A copy of the tRPC client for the stream alone: the client's one module is part of the first load. */
declare module '@trpc/client?live' {
  export { httpSubscriptionLink } from '@trpc/client'
}
