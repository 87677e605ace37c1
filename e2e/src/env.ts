/** The port of the old client's page. The product must be started with its origin among CORS_ORIGINS; `npm test` does. */
export const OLD_CLIENT_PORT = Number(process.env.OLD_CLIENT_PORT ?? 3199)
