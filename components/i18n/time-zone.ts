/** Time zone of absolute times on the server and in the browser, so that hydration matches. */
export const TIME_ZONE = 'UTC'
