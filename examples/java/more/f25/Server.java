// expect: find escape
public class Server {
    private final java.util.List<String> log;
    private volatile boolean open;
    public Server(Registry registry) {
        registry.add(this);
        log = new java.util.concurrent.CopyOnWriteArrayList<>();
        open = true;
    }
    public void handle(String m) { if (open) log.add(m); }
}
class Registry {
    private final java.util.List<Server> servers = new java.util.concurrent.CopyOnWriteArrayList<>();
    public void add(Server s) { servers.add(s); }
    public void broadcast(String m) { for (Server s : servers) s.handle(m); }
}
