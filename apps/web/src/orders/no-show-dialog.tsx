import { NoShowForm } from '@second-ring/contracts/orders/no-show'
import type { ComponentProps } from 'react'
import * as z from 'zod/mini'
import ReasonDialog from '#ui/reason-dialog.tsx'

const WhatHappened = z.object({ reason: NoShowForm.shape.text })

/** Asks what happened at a meeting to which one side did not come. */
export default function NoShowDialog(props: Omit<ComponentProps<typeof ReasonDialog>, 'schema' | 'label'>) {
  return <ReasonDialog {...props} schema={WhatHappened} label="What happened" />
}
