import { accountsRest } from '@second-ring/api/accounts/accounts.rest'
import { catalogRest } from '@second-ring/api/catalog/catalog.rest'
import { listingsRest } from '@second-ring/api/listings/listings.rest'
import { ordersRest } from '@second-ring/api/orders/orders.rest'
import { paymentsRest } from '@second-ring/api/payments/payments.rest'
import { appRouter } from '@second-ring/api/rpc/app-router'
import { AuditFilter } from '@second-ring/contracts/audit/audit-entry'
import type * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** A call of the product, with what it says of its own input. */
export interface Target {
  /** As a person would name it: `orders.place`, `POST /orders`. */
  name: string
  face: 'rest' | 'rpc'
  method: 'GET' | 'POST' | 'DELETE'
  /** With parameters as `:id`. */
  path: string
  params?: Schema | undefined
  query?: Schema | undefined
  /** The body, or for the typed face the input. */
  input?: Schema | undefined
}

interface Procedure {
  _def: { type: 'query' | 'mutation' | 'subscription'; inputs: Schema[] }
}

/** Every procedure and every REST path. */
export function targets(): Target[] {
  // By path, which tRPC's types do not tell.
  const byPath: object = appRouter._def.procedures
  const procedures = Object.entries(byPath as Record<string, Procedure>).map(
    ([path, { _def }]): Target => ({
      name: path,
      face: 'rpc',
      method: _def.type === 'mutation' ? 'POST' : 'GET',
      path: `/trpc/${path}`,
      input: _def.inputs[0],
    }),
  )
  const endpoints = [...accountsRest, ...catalogRest, ...listingsRest, ...ordersRest, ...paymentsRest]
  const paths = endpoints.map(
    ({ method, path, params, query, body }): Target => ({
      name: `${method} ${path}`,
      face: 'rest',
      method,
      path,
      params,
      query,
      input: body,
    }),
  )
  const others: Target[] = [
    { name: 'GET /audit.csv', face: 'rest', method: 'GET', path: '/audit.csv', query: AuditFilter },
    { name: 'POST /webhooks/card-payments', face: 'rest', method: 'POST', path: '/webhooks/card-payments' },
  ]
  // A stream goes on until it is left; it is attacked by itself.
  return [...procedures.filter(({ name }) => name !== 'notices.live'), ...paths, ...others]
}
