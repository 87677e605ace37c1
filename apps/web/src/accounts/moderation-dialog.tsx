import { SuspensionForm } from '@second-ring/contracts/accounts/moderation'
import type { ComponentProps } from 'react'
import ReasonDialog from '#ui/reason-dialog.tsx'

/** Asks for the reason of what an admin decides about an account. */
export default function ModerationDialog(props: Omit<ComponentProps<typeof ReasonDialog>, 'schema'>) {
  return <ReasonDialog {...props} schema={SuspensionForm} />
}
