import {
  ACCOUNT_LIMITS,
  type AccountLimits,
  accountLimitNames,
  TRUST_LEVELS,
  trustLevels,
} from '@second-ring/contracts/account-limits'
import { BYTES_OF_A_CALL, CALL_WEIGHTS, ROWS_OF_A_CALL } from '@second-ring/contracts/call-weights'
import { BODY_MAX_BYTES } from '@second-ring/contracts/limits'
import { RATE_LIMITS } from '@second-ring/contracts/rate-limits'
import escapeHtml from 'escape-html'
import { scaledMost } from '#platform/rate-limits.ts'
import { exampleClient } from './example-client.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'

/** What this server enforces. */
export interface EnforcedLimits {
  accountLimits: AccountLimits
  /** Multiplies every rate limit; null for none. */
  rateLimitScale: number | null
}

/**
 * The OpenAPI document as a page to read, and the limits that the server enforces: no script, so it works under the site's
 * content policy.
 */
export function docsPage({ info, paths }: OpenApiDocument, { accountLimits, rateLimitScale }: EnforcedLimits): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(`${method.toUpperCase()} ${path}`, operation)),
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API | Second Ring</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#fff, #14161a); color: light-dark(#1b1d21, #e8eaed); }
a { color: light-dark(#0b57d0, #a8c7fa); }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
section { border-top: 1px solid #8886; padding-block: 1rem; }
p, li, h2 { overflow-wrap: anywhere; } p, li { max-width: 48rem; }
h2 { font: 600 1.1rem ui-monospace, monospace; margin: 0; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: .5rem; font-size: .85rem; }
table { border-collapse: collapse; } th, td { text-align: left; padding: .15rem 1rem .15rem 0; vertical-align: top; }
th.number, td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; } .wide table { min-width: 26rem; } .limits table { min-width: 44rem; } .limits td:not(:last-child) { white-space: nowrap; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(info.title)}: the REST paths</h1>
${info.description
  .split('\n\n')
  .map(paragraph => `<p>${code(paragraph)}</p>`)
  .join('\n')}
<p>The same as a document: <a href="/openapi.json">/openapi.json</a>.</p>
<details><summary>A client in <code>curl</code> lines, from signing up to a paid order</summary>
<p>Save it as <code>rest-client.sh</code>, and run it with bash and the address of a sandbox's site in <code>BASE_URL</code>.</p>
<pre id="example" tabindex="0">${escapeHtml(exampleClient)}</pre></details>
${operations.join('\n')}
${limitsOfAccounts(accountLimits)}
${limitsOfRate(rateLimitScale)}
</main>
</body>
</html>
`
}

/** What an account may have, by its trust level. */
function limitsOfAccounts(limits: AccountLimits): string {
  const levels = trustLevels.map(level => `<th scope="col" class="number">${TRUST_LEVELS[level].label}</th>`)
  const rows = accountLimitNames.map(name => {
    const numbers = trustLevels.map(level => `<td class="number">${limits[name][level]}</td>`)
    const { label, reason } = ACCOUNT_LIMITS[name]
    return `<tr><th scope="row">${escapeHtml(label)}</th>${numbers.join('')}<td>${escapeHtml(reason)}</td></tr>`
  })
  const meanings = trustLevels.map(level => {
    const { label, is, next } = TRUST_LEVELS[level]
    return `<li><strong>${label}</strong>: ${escapeHtml(next ? `${is} ${next}` : is)}</li>`
  })
  return `<section id="limits">
<h2>Limits of an account</h2>
<p>A call that would pass one of them answers 409 with the code <code>LIMIT_REACHED</code>, and a message that says what to do. <code>/orders</code> and <code>/addProductTohome</code> answer 200 with <code>acknowledged: false</code> and that message.</p>
<ul>${meanings.join('')}</ul>
<div class="wide limits" tabindex="0"><table><tr><th scope="col">Limit</th>${levels.join('')}<th scope="col">Why</th></tr>${rows.join('\n')}</table></div>
</section>`
}

/** How much may come in which time, and which calls count as more than one. */
function limitsOfRate(scale: number | null): string {
  if (scale === null) return ''
  const rows = Object.values(RATE_LIMITS).map(
    ({ label, by, seconds, reason, most }) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td class="number">${scaledMost({ most }, scale)}</td><td>${timeOf(seconds)}</td><td>${by}</td><td>${escapeHtml(reason)}</td></tr>`,
  )
  const weights = CALL_WEIGHTS.map(
    ({ label, calls, weight }) =>
      `<tr><th scope="row">${escapeHtml(label)}</th><td class="number">${weight}</td><td>${calls.map(call => `<code>${escapeHtml(call)}</code>`).join(', ')}</td></tr>`,
  )
  return `<section id="rates">
<h2>Limits of rate</h2>
<p>A call that comes too soon answers 429 with the code <code>TOO_MANY_REQUESTS</code>, and <code>Retry-After</code> in seconds.</p>
<div class="wide limits" tabindex="0"><table><tr><th scope="col">Limit</th><th scope="col" class="number">At most</th><th scope="col">In</th><th scope="col">Of one</th><th scope="col">Why</th></tr>${rows.join('\n')}</table></div>
<p>Of everything else some calls count as more than one, unless their answer is cached. Of the lists on these paths each ${ROWS_OF_A_CALL} rows count as a call more, and so do each ${BYTES_OF_A_CALL / 1024} KB of a body. A body has ${BODY_MAX_BYTES / 1024} KB at the most.</p>
<div class="wide limits" tabindex="0"><table><tr><th scope="col">Call</th><th scope="col" class="number">Counts as</th><th scope="col">Procedure</th></tr>${weights.join('\n')}</table></div>
</section>`
}

function timeOf(seconds: number): string {
  if (seconds < 3600) return seconds === 60 ? 'a minute' : `${seconds} seconds`
  return seconds === 3600 ? 'an hour' : `${seconds / 3600} hours`
}

function section(title: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const answer = operation.responses['200']?.content['application/json']?.schema
  const rows = (operation.parameters ?? []).map(
    ({ name, in: place, required, description = '' }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${required ? 'required' : 'optional'}</td><td>${code(description)}</td></tr>`,
  )
  return `<section>
<h2>${escapeHtml(title)}</h2>
<p>${code(operation.summary)}. ${code(operation.description)}</p>
${rows.length > 0 ? `<div class="wide" tabindex="0"><table>${rows.join('')}</table></div>` : ''}
${body ? schema('Body', body) : ''}
${answer ? schema('Answer', answer) : ''}
</section>`
}

function schema(title: string, value: object): string {
  return `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
}

function code(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
