/** The look of a list of terms beside what they say. A term takes two fifths at most, however large the text is. */
export const termsClass = 'grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-1.5'
