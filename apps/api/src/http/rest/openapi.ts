import swagger from '@fastify/swagger'
import { ErrorBody } from '@second-ring/contracts/wire'
import type { FastifyInstance } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Access } from './caller.ts'

const callers: Record<Access, { description: string; security: Record<string, never[]>[] }> = {
  anyone: { description: 'Anyone may call this.', security: [] },
  'signed in': {
    description: 'Needs the access token that `GET /jwt` gives, as a bearer.',
    security: [{ accessToken: [] }],
  },
  identity: { description: 'Needs the identity provider’s ID token, as a bearer.', security: [{ idToken: [] }] },
}

const paging =
  'Without `limit` the whole list, 10,000 rows at most; where more follow, `Link: <…>; rel="next"` names them.'

const idempotencyKey = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description:
        'Makes the call safe to repeat for 24 hours: the same key and body answer the first result, the same key with another body 409.',
    },
  },
}

const errors: Record<string, string> = {
  '400': 'The input is not valid',
  '401': 'No or a bad token',
  '403': 'The wrong role, or not yours',
  '404': 'There is no such thing',
  '409': 'Refused by a rule of the business',
  '413': 'The body is too large',
  '415': 'The body is not JSON',
  '429': 'Too many requests',
}

const toJsonSchema = createJsonSchemaTransform({
  zodToJsonConfig: {
    override({ jsonSchema }) {
      // Fields that may not be sent are rejected; the document does not offer them.
      for (const [name, property] of Object.entries(jsonSchema.properties ?? {})) {
        if (typeof property === 'object' && 'not' in property) delete jsonSchema.properties?.[name]
      }
    },
  },
})

/** The OpenAPI document, as far as this product reads its own. */
export interface OpenApiDocument {
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
}

export interface Operation {
  summary: string
  description: string
  operationId: string
  security: Record<string, never[]>[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: object
}

/** Describes the routes that are registered after it, from their schemas, as an OpenAPI 3.1 document: `app.swagger()`. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Second Ring',
        version: '1.0.0',
        description: [
          'A marketplace for second-hand phones. Prices are dollars; `_id` is a UUID; errors are `{ message, code }`.',
          'To sign in, get an ID token from the identity provider that `/config.json` names, make the account with `POST /users`, then ask `GET /jwt` for the access token.',
          'An account may do more once its email is proven. `POST /users` has the identity provider mail the link; after it was opened, ask `GET /jwt` again. For another mail POST to the provider, with the `identity.apiKey` of `/config.json` as `?key=`, below `https://identitytoolkit.googleapis.com/v1/` (in a sandbox below the same path of its `identity.emulatorUrl`): `accounts:sendOobCode` with `{ "requestType": "VERIFY_EMAIL", "idToken": "<idToken>" }`. A program redeems the `oobCode` in the link by `accounts:update` with `{ "oobCode": "<code>" }`.',
          'A picture is uploaded first, as the field `image` of a form, to the `uploadUrl` in `/config.json`; its `data.url` is the `image` of a post. A condition is excellent, good or fair.',
          'The buyer of a paid order reads its `handover_code` from `GET /orders/{id}` and shows it when they meet; the seller sends it to `POST /orders/{id}/handover`.',
        ].join('\n\n'),
      },
      components: {
        securitySchemes: {
          accessToken: { type: 'http', scheme: 'bearer', description: 'The product’s access token' },
          idToken: { type: 'http', scheme: 'bearer', description: 'The identity provider’s ID token' },
        },
        // Plain JSON, because the types of a schema differ between zod and OpenAPI.
        schemas: { ErrorBody: JSON.parse(JSON.stringify(z.toJSONSchema(ErrorBody))) },
      },
    },
    convertConstToEnum: false,
    transform(document) {
      const { schema, url } = toJsonSchema(document)
      const { config, method, schema: { querystring } = {} } = document.route
      if (config?.access === undefined) return { schema, url }
      const { description, security } = callers[config.access]
      const isList = querystring instanceof z.ZodMiniObject && 'limit' in querystring.shape
      const takesKey = method !== 'GET' && config.access === 'signed in'
      return {
        url,
        schema: {
          ...schema,
          operationId: `${method}`.toLowerCase() + url.replaceAll(/[^\w]+(\w)?/g, (_, next = '') => next.toUpperCase()),
          description: isList ? `${description} ${paging}` : description,
          security,
          ...(takesKey && { headers: idempotencyKey }),
          response: responsesOf(schema.response ?? {}),
        },
      }
    },
  })
}

/** Returns the document of an app that is ready. */
export function readDocument(app: FastifyInstance): OpenApiDocument {
  return JSON.parse(JSON.stringify(app.swagger()))
}

/** The answers of a route, and the errors that any route may answer. */
function responsesOf(answers: object): Record<string, object> {
  const answer = Object.entries(answers).map(([status, schema]) => [
    status,
    { ...schema, 'x-response-description': errors[status] ?? 'The answer' },
  ])
  const error = Object.entries(errors).map(([status, description]) => [
    status,
    { $ref: '#/components/schemas/ErrorBody', description },
  ])
  return { ...Object.fromEntries(error), ...Object.fromEntries(answer) }
}
