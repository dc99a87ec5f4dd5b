/**
 * What a page of the dashboard may load and run (CSP Level 3): only what this server sends, and no
 * script that it did not mean, which `nonce` tells. Styles may stand in the page: React writes the
 * widths of panes and Monaco its colours there, and neither can be told to use a nonce.
 */
export function contentSecurityPolicy({
  nonce,
  isDevelopment,
}: {
  nonce: string
  isDevelopment: boolean
}): string {
  // React's messages of errors are made with eval while one develops, and only then.
  const development = isDevelopment ? " 'unsafe-eval'" : ''
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
