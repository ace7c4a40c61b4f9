interface Request {
  headers: Record<string, string>;
  params: { id: string };
  user?: string;
}
interface Response {
  status(code: number): Response;
  json(body: unknown): void;
}
type Handler = (request: Request, response: Response) => Promise<void>;
interface App {
  post(path: string, handler: Handler): void;
}
interface Sessions {
  userOf(token: string): Promise<string>;
}
interface Documents {
  remove(id: string): Promise<void>;
}
interface Audit {
  record(user: string, action: string): Promise<void>;
}

export function routes(app: App, sessions: Sessions, documents: Documents, audit: Audit): void {
  app.post('/documents/:id/delete', async (request, response) => {
    const token = request.headers.authorization ?? '';
    const user = await sessions.userOf(token);
    await documents.remove(request.params.id);
    await audit.record(user, `delete ${request.params.id}`);
    response.status(204).json({});
  });
}
