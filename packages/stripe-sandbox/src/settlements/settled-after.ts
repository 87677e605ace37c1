/** How long the bank takes over what the test cards and the magic evidence decide, in milliseconds. */
export const SETTLED_AFTER_MS = 3000
