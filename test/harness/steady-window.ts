/**
 * The duration of a rate limit window, in milliseconds. Windows start at multiples of their duration. This one started two weeks
 * ago and ends in two weeks, so all takes of a test on the real clock count in one window.
 */
export const steadyWindowMs = Math.floor(Date.now() / 700.5)
