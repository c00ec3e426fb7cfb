package io.fdlkeeper.control;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import jdk.net.ExtendedSocketOptions;

/** Who is at the other end of a socket, by the kernel's word. */
final class Peer {

    private static final String ROOT = "root";

    private Peer() {}

    /** Tells whether it is the owner of this file or folder, or root, who could read it anyway. */
    static boolean owns(SocketChannel channel, Path owned) throws IOException {
        UserPrincipal peer = user(channel);
        return peer.equals(Files.getOwner(owned)) || peer.getName().equals(ROOT);
    }

    static UserPrincipal user(SocketChannel channel) throws IOException {
        return channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
    }
}
