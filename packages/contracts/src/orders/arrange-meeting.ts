import * as z from 'zod/mini'
import { Id, Instant } from '../ids.ts'
import { PLACE_MAX_LENGTH } from '../limits.ts'
import { line, paragraph } from '../text.ts'

/** Another place, and a time, to meet; the other side of the order accepts it or not. */
export const ProposeMeetingForm = z.object({
  meetingPlace: line('Meeting location is required', PLACE_MAX_LENGTH),
  meetingTime: z.nullable(Instant),
})
export type ProposeMeetingForm = z.infer<typeof ProposeMeetingForm>
/** A new proposal takes the place of the caller's open one. */
export const ProposeMeetingInput = z.extend(ProposeMeetingForm, { orderId: Id })
export type ProposeMeetingInput = z.infer<typeof ProposeMeetingInput>
export const ProposeMeetingOutput = z.object({ proposalId: Id })

/** Accepts or declines the other side's open proposal, or withdraws the caller's own. */
export const AnswerProposalInput = z.object({ orderId: Id, proposalId: Id })
export type AnswerProposalInput = z.infer<typeof AnswerProposalInput>
export const AnswerProposalOutput = z.object({ proposalId: Id })

export const NOTE_MAX_LENGTH = 500
/** How many notes each side of an order may write. */
export const NOTES_MAX = 50

/** A short note to the other side of the order; admins can read it. */
export const AddNoteForm = z.object({ text: paragraph('Write something first', NOTE_MAX_LENGTH) })
export type AddNoteForm = z.infer<typeof AddNoteForm>
export const AddNoteInput = z.extend(AddNoteForm, { orderId: Id })
export type AddNoteInput = z.infer<typeof AddNoteInput>
export const AddNoteOutput = z.object({ noteId: Id })
