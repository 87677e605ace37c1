import * as z from 'zod/mini'

/** Whether a user gets mails about bookings. Those about money and security always come. */
export const MailChoice = z.object({ bookingMails: z.boolean() })
export type MailChoice = z.infer<typeof MailChoice>

/** Turns the caller's mails about bookings on or off. */
export const ChooseMailsInput = MailChoice
export type ChooseMailsInput = z.infer<typeof ChooseMailsInput>

/** Turns mails about bookings off by the token of a mail's link. */
export const UnsubscribeInput = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })
export type UnsubscribeInput = z.infer<typeof UnsubscribeInput>
export const UnsubscribeOutput = z.object({ bookingMails: z.literal(false) })
export type UnsubscribeOutput = z.infer<typeof UnsubscribeOutput>
