/**
 * A `fetch` for servers of which some refuse fields that they do not know: a request that is refused because it asks for
 * the usage of a stream is made again without, and so is every later one. Those that refuse send it unasked.
 */
export function fetchWithUsage(): typeof fetch {
  let refused = false;
  return async (input, init) => {
    if (refused) return fetch(input, withoutUsage(init));
    const response = await fetch(input, init);
    if (response.status !== 400 && response.status !== 422) return response;
    if (!(await response.clone().text()).includes('stream_options')) return response;
    refused = true;
    await response.body?.cancel();
    return fetch(input, withoutUsage(init));
  };
}

function withoutUsage(init: RequestInit | undefined): RequestInit | undefined {
  if (typeof init?.body !== 'string') return init;
  const body = JSON.parse(init.body) as Record<string, unknown>; // the provider package wrote it
  delete body['stream_options'];
  return { ...init, body: JSON.stringify(body) };
}
