import { joinRoom, leaveRoom } from './service.js';

interface Request {
  params: { room: string };
  body: { user: string };
}
interface Response {
  status(code: number): Response;
  json(body: unknown): void;
}
interface App {
  post(path: string, handler: (req: Request, res: Response) => Promise<void>): void;
}

export function routes(app: App) {
  app.post('/rooms/:room/join', async (req, res) => {
    const count = await joinRoom(req.params.room, req.body.user);
    res.status(200).json({ count });
  });
  app.post('/rooms/:room/leave', async (req, res) => {
    await leaveRoom(req.params.room, req.body.user);
    res.status(204).json({});
  });
}
