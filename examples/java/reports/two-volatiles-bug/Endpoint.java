// expect: find torn-pair moveTo on host port
class Endpoint {
    private volatile String host = "a";
    private volatile int port = 80;

    void moveTo(String newHost, int newPort) {
        host = newHost;
        port = newPort;
    }

    String address() {
        return host + ":" + port;
    }
}
