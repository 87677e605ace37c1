import { can, type Permission } from '@second-ring/contracts/permissions'
import { redirect } from '@tanstack/react-router'
import { safePath } from './safe-path.ts'
import type { Session } from './session.ts'

interface Entry {
  context: { session: Session }
  location: { href: string }
  /** Set when a link is only pointed at. */
  preload?: boolean
}

/** Lets a signed-in person in; sends anyone else to the login, which comes back here. */
export function requireSignedIn({ context, location }: Entry): void {
  if (context.session.get().status === 'signed-in') return
  // What stands behind the # may be a secret, such as a set-up link's: it stays where no server reads it.
  const [path, hash = ''] = location.href.split('#')
  const from = safePath(path)
  throw redirect({ to: '/login', search: from ? { from } : {}, hash, replace: true })
}

/** Lets a seller in; signs anyone else out and sends them to the login, without a way back here. */
export const requireSeller = requirePermission('listing.create')

/** Lets an admin in; signs anyone else out and sends them to the login, without a way back here. */
export const requireAdmin = requirePermission('user.list')

function requirePermission(permission: Permission) {
  return async ({ context, preload = false }: Entry): Promise<void> => {
    const state = context.session.get()
    if (state.status === 'signed-in' && can(state.account.role, permission)) return
    if (!preload) await context.session.end()
    throw redirect({ to: '/login', replace: true })
  }
}
