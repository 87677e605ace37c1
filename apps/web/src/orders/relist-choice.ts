import * as z from 'zod/mini'

/** What happens to a phone whose sale is undone. Nothing is chosen beforehand: a phone with a fault must not go back on sale by oversight. */
export const RelistChoice = z.pipe(
  z.enum(['yes', 'no'], 'Choose what happens to the phone'),
  z.transform(choice => choice === 'yes'),
)

/** The field that asks for it. */
export const relistField = {
  label: 'What happens to the phone?',
  choices: [
    {
      value: 'yes',
      label: 'It is for sale again',
      hint: 'Whoever waits for it is asked first. If its category is no longer there, its post is removed.',
    },
    { value: 'no', label: 'It leaves the shop', hint: 'Its post is removed.' },
  ],
}
