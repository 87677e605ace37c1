import { Refusal } from '@second-ring/contracts/wire'
import * as z from 'zod/mini'
import type { Access, Endpoint } from './endpoint.ts'

/** An OpenAPI 3.1 document, as far as this product writes one. */
export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object>; schemas: Record<string, object> }
}

export interface Operation {
  summary: string
  description: string
  operationId: string
  security: Record<string, never[]>[]
  parameters: Parameter[]
  requestBody?: { required: true; content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: object
}

interface ObjectSchema {
  properties?: Record<string, object>
  required?: string[]
}

const callers: Record<Access, string> = {
  anyone: 'Anyone may call this.',
  'signed in': 'Needs the access token that `GET /jwt` gives, as a bearer.',
  identity: 'Needs the identity provider’s ID token, as a bearer.',
}

const paging =
  'Without `limit` the whole list, 10,000 rows at most; where more follow, `Link: <…>; rel="next"` names them.'

const security: Record<Access, Record<string, never[]>[]> = {
  anyone: [],
  'signed in': [{ accessToken: [] }],
  identity: [{ idToken: [] }],
}

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the call safe to repeat for 24 hours: the same key and body answer the first result, the same key with another body 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

const refusals: Record<string, string> = {
  '400': 'The input is not valid',
  '401': 'No or a bad token',
  '403': 'The wrong role, or not yours',
  '404': 'There is no such thing',
  '409': 'Refused by a rule of the business',
  '413': 'The body is too large',
  '415': 'The body is not JSON',
  '429': 'Too many requests',
}

/** Describes the endpoints, from the contracts that they are checked against. */
export function describeEndpoints(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, path) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Second Ring',
      version: '1.0.0',
      description: [
        'A marketplace for second-hand phones. Prices are dollars; `_id` is a UUID; errors are `{ message, code }`.',
        'To sign in, get an ID token from the identity provider that `/config.json` names, make the account with `POST /users`, then ask `GET /jwt` for the access token.',
        'A picture is uploaded first, as the field `image` of a form, to the `uploadUrl` in `/config.json`; its `data.url` is the `image` of a post. A condition is excellent, good or fair.',
        'The buyer of a paid order reads its `handover_code` from `GET /orders/{id}` and shows it when they meet; the seller sends it to `POST /orders/{id}/handover`.',
      ].join(' '),
    },
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: 'http', scheme: 'bearer', description: 'The product’s access token' },
        idToken: { type: 'http', scheme: 'bearer', description: 'The identity provider’s ID token' },
      },
      schemas: { Refusal: toSchema(Refusal, 'output') },
    },
  }
}

function operationOf(endpoint: Endpoint, path: string): Operation {
  return {
    summary: endpoint.summary,
    description: 'readPage' in endpoint ? `${callers[endpoint.access]} ${paging}` : callers[endpoint.access],
    operationId: `${endpoint.method.toLowerCase()}${path.replaceAll(/[^\w]+(\w)?/g, (_, next?: string) => next?.toUpperCase() ?? '')}`,
    security: security[endpoint.access],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(endpoint.method !== 'GET' && endpoint.access === 'signed in' ? [idempotencyKey] : []),
    ],
    ...(endpoint.body && { requestBody: { required: true as const, content: json(toSchema(endpoint.body, 'input')) } }),
    responses: {
      '200': { description: 'The answer', content: json(toSchema(endpoint.answer, 'output')) },
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => {
          const refusal = { $ref: '#/components/schemas/Refusal' }
          const isAnswer = endpoint.refusedAs === Number(status)
          const schema = isAnswer ? { anyOf: [refusal, toSchema(endpoint.answer, 'output')] } : refusal
          return [status, { description, content: json(schema) }]
        }),
      ),
    },
  }
}

function json(schema: object): Record<string, { schema: object }> {
  return { 'application/json': { schema } }
}

function parametersOf(schema: Endpoint['query'], place: Parameter['in']): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = toSchema(schema, 'input') as ObjectSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // Fields that may not be sent are refused; they are nothing to tell a client of.
      for (const [name, property] of Object.entries(jsonSchema.properties ?? {})) {
        if (typeof property === 'object' && 'not' in property) delete jsonSchema.properties?.[name]
      }
    },
  })
  return described
}
