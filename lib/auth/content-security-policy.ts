/**
 * Allows a dashboard page to load and run (CSP Level 3) only what this server sends, and only
 * scripts that carry `nonce`. Inline styles are allowed: React writes the widths of panes and
 * Monaco its colours as such, and neither can use a nonce.
 */
export function contentSecurityPolicy({
  nonce,
  isDevelopment,
}: {
  nonce: string
  isDevelopment: boolean
}): string {
  // React's development build makes error messages with eval.
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
