//! Questions come in and answers go out, over UDP and TCP.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex};

use hickory_resolver::proto::op::Message;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UdpSocket};
use tokio::task::JoinSet;

use super::Table;
use super::answering::answer;

pub(super) async fn free_port() -> (Arc<UdpSocket>, TcpListener) {
    loop {
        let tcp = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        // Somebody else may have the same port for UDP.
        if let Ok(udp) = UdpSocket::bind(tcp.local_addr().unwrap()).await {
            return (Arc::new(udp), tcp);
        }
    }
}

pub(super) async fn serve_udp(socket: Arc<UdpSocket>, table: Arc<Mutex<Table>>) {
    let mut answers = JoinSet::new();
    let mut packet = vec![0; 4096];
    while let Ok((length, from)) = socket.recv_from(&mut packet).await {
        let Ok(question) = Message::from_vec(&packet[..length]) else {
            continue;
        };
        let (socket, table) = (Arc::clone(&socket), Arc::clone(&table));
        answers.spawn(async move {
            if let Some(answer) = answer(question, &table).await {
                let mut packet = answer.to_vec().unwrap();
                if packet.len() > usize::from(answer.max_payload()) {
                    packet = answer.truncate().to_vec().unwrap();
                }
                let _ = socket.send_to(&packet, from).await;
            }
        });
        while answers.try_join_next().is_some() {}
    }
}

pub(super) async fn serve_tcp(listener: TcpListener, table: Arc<Mutex<Table>>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        connections.spawn(serve_connection(stream, Arc::clone(&table)));
        while connections.try_join_next().is_some() {}
    }
}

async fn serve_connection(mut stream: TcpStream, table: Arc<Mutex<Table>>) {
    while let Ok(length) = stream.read_u16().await {
        let mut packet = vec![0; usize::from(length)];
        if stream.read_exact(&mut packet).await.is_err() {
            return;
        }
        let Ok(question) = Message::from_vec(&packet) else {
            return;
        };
        if let Some(answer) = answer(question, &table).await {
            let packet = answer.to_vec().unwrap();
            let length = u16::try_from(packet.len()).unwrap().to_be_bytes();
            let _ = stream.write_all(&[&length[..], &packet].concat()).await;
        }
    }
}
