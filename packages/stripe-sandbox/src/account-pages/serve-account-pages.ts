import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LINK_PATH, openLink, SESSION_PATH } from '../accounts/links.ts'
import { changeBankAccount, leaveOnboarding, onboardAccount } from '../accounts/onboard-account.ts'
import { beginContext, type ChangeHost, type Context, finishContext } from '../context.ts'
import type { AccountRecord, SessionRecord } from '../state/connect-records.ts'
import { ApiError } from '../wire/api-error.ts'
import type { Form } from '../wire/form-body.ts'
import type { Entered } from './bank-fields.ts'
import { dashboardPage } from './dashboard-page.ts'
import { type FormError, htmlPage } from './html.ts'
import { onboardingPage } from './onboarding-page.ts'

type Page = { status: number; html: string; returnUrl?: string | null }
type Outcome = Page | { redirect: string }
type Params = { id: string }

/** The pages that account links and login links open. Who knows a page's path may use it: it is a secret. */
export function serveAccountPages(app: FastifyInstance, host: ChangeHost): void {
  const carryOut = (reply: FastifyReply, act: (context: Context) => Outcome) => {
    const context = beginContext(host)
    const outcome = act(context)
    finishContext(host, context)
    return send(reply, outcome)
  }
  // A HEAD, such as a preview's, does not use a link up.
  app.get<{ Params: Params }>(`${LINK_PATH}:id`, { exposeHeadRoute: false }, (request, reply) =>
    carryOut(reply, context => followLink(context, request.params.id)),
  )
  app.get<{ Params: Params }>(`${SESSION_PATH}:id`, (request, reply) =>
    carryOut(reply, context => showPage(context, request.params.id)),
  )
  app.post<{ Params: Params }>(`${SESSION_PATH}:id`, (request, reply) =>
    carryOut(reply, context => answerPage(context, request.params.id, formOf(request))),
  )
}

/** A link that cannot be opened any more leads back to the platform, which makes another. */
function followLink(context: Context, id: string): Outcome {
  const link = context.tx.get('links', id)
  const session = link && openLink(context, link)
  if (session) return { redirect: SESSION_PATH + session.id }
  return link?.refreshUrl ? { redirect: link.refreshUrl } : gone
}

function showPage(context: Context, id: string): Outcome {
  const visit = findVisit(context, id)
  if (!visit) return gone
  const { session, account } = visit
  const html = session.kind === 'onboarding' ? onboardingPage(account, context.tx) : dashboardPage(account, context.tx)
  return { status: 200, html, returnUrl: session.returnUrl }
}

function answerPage(context: Context, id: string, form: Form): Outcome {
  const visit = findVisit(context, id)
  if (!visit) return gone
  return visit.session.kind === 'onboarding' ? onboard(context, visit, form) : change(context, visit, form)
}

function onboard(context: Context, { session, account }: Visit, form: Form): Outcome {
  const entered = { name: textOf(form, 'name'), ...bankOf(form) }
  const done: Outcome = { redirect: session.returnUrl ?? SESSION_PATH + session.id }
  if (textOf(form, 'act') === 'leave') {
    leaveOnboarding(context, account, entered.name)
    return done
  }
  const again = (error: FormError): Outcome => {
    const html = onboardingPage(account, context.tx, { entered, error })
    return { status: 400, html, returnUrl: session.returnUrl }
  }
  if (entered.name === '') return again({ field: 'name', message: 'Enter your full name.' })
  const error = attempt(() => {
    onboardAccount(context, account, {
      holderName: entered.name,
      routingNumber: entered.routingNumber,
      ...(entered.accountNumber && { accountNumber: entered.accountNumber }),
    })
  })
  return error ? again(error) : done
}

function change(context: Context, { account }: Visit, form: Form): Outcome {
  const entered = bankOf(form)
  const error = attempt(() => {
    changeBankAccount(context, account, entered)
  })
  if (error) return { status: 400, html: dashboardPage(account, context.tx, { entered, error }) }
  const changed = context.tx.get('accounts', account.id) ?? account
  return { status: 200, html: dashboardPage(changed, context.tx, { changed: true }) }
}

/** Why a bank account was not taken, or nothing. */
function attempt(act: () => void): FormError | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isRouting = error.body.param === 'routing_number'
    return isRouting
      ? { field: 'routing_number', message: 'Enter a routing number of nine digits.' }
      : { field: 'account_number', message: 'Enter one of the test numbers below.' }
  }
}

type Visit = { session: SessionRecord; account: AccountRecord }

function findVisit({ tx, now }: Context, id: string): Visit | undefined {
  const session = tx.get('sessions', id)
  const account = session && tx.get('accounts', session.accountId)
  if (!account || account.deleted || session.expiresAt <= now) return undefined
  return { session, account }
}

const gone: Page = {
  status: 410,
  html: htmlPage({
    title: 'This link cannot be opened any more',
    body: '      <h1>This link cannot be opened any more</h1>\n      <p>Go back and ask for a new one.</p>',
  }),
}

function send(reply: FastifyReply, outcome: Outcome): FastifyReply {
  void reply.header('cache-control', 'no-store')
  if ('redirect' in outcome) return reply.redirect(outcome.redirect, 303)
  // Browsers hold a form's redirect against this policy too.
  const target = outcome.returnUrl ? ` ${new URL(outcome.returnUrl).origin}` : ''
  const policy = `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'${target}; frame-ancestors 'none'`
  return reply
    .code(outcome.status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(outcome.html)
}

function formOf(request: FastifyRequest): Form {
  return (request.body ?? {}) as Form
}

function textOf(form: Form, name: string): string {
  const value = form[name]
  return typeof value === 'string' ? value.trim().slice(0, 200) : ''
}

function bankOf(form: Form): Entered {
  return { routingNumber: digitsOf(form, 'routing_number'), accountNumber: digitsOf(form, 'account_number') }
}

function digitsOf(form: Form, name: string): string {
  return textOf(form, name).replace(/[\s-]/g, '')
}
