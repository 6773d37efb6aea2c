/** Cents for some pieces of one article. */
export function priceOf(article, pieces) {
  const full = article.cents * pieces;
  return pieces > 10 ? Math.round(full * 0.9) : full;
}
